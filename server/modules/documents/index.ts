// Printed forms, final versions, sending.

export { registerDocuments } from './routes.ts';
