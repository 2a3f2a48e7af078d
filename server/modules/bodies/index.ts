// Commissions, committees and departments that meet, and what a protocol takes from its own.

export { assertOwnBody, findBodyInPrint, findNumbering } from './repository.ts';
export { registerBodies } from './routes.ts';
