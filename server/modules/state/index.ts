// State of the server, for administrators.

export { registerErrorNotes, registerState } from './routes.ts';
