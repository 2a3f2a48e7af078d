// Meetings and their files.

export { type GuestMails, limitGuestMails } from './invitations/index.ts';
export { registerMeetings } from './routes.ts';
export { searchMeetings } from './search-repository.ts';
export { prolongSeries } from './series/prolong-series.ts';
