// How the server does, for administrators.

export { registerErrorNotes } from './note-errors.ts';
export { registerState } from './routes.ts';
