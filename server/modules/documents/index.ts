// Printed forms, final versions, sending.

export { registerDocuments } from './routes.ts';
export { findDocumentSettings } from './settings-repository.ts';
