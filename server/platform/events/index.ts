// Events for open pages, passed between nodes over PostgreSQL.

export type { AppEvent } from './app-event.ts';
export { type EventHub, openEventHub } from './event-hub.ts';
