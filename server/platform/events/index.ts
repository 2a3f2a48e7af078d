// News for the pages that are open, over PostgreSQL from node to node.

export type { AppEvent } from './app-event.ts';
export { type EventHub, openEventHub } from './event-hub.ts';
