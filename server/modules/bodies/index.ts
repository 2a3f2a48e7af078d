// Commissions, committees and departments that meet regularly, and what a protocol takes from its body.

export { assertOwnBody, findBodyInPrint, findNumbering } from './repository.ts';
export { registerBodies } from './routes.ts';
