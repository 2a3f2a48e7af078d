// Meetings and their files.

export { registerMeetings } from './routes.ts';
