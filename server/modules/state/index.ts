// State of the server, for administrators.

export { registerErrorNotes } from './note-errors.ts';
export { registerState } from './routes.ts';
