import { EventEmitter } from 'node:events';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Database } from '#server/platform/db/index.ts';
import type { AppEvent, NodeEvent, SessionEnd } from './app-event.ts';
import { listenOnPostgres } from './postgres-channel.ts';

type Listener = (event: AppEvent | SessionEnd) => void;

/** Delivers events to a person's streams, on this node and, over PostgreSQL, on all others. */
export interface EventHub {
  publish(userId: string, event: AppEvent | SessionEnd): void;
  /** Calls `listener` for each ended session, of any person, before that person's streams are told. */
  onSessionEnd(listener: (userId: string) => void): void;
  /** @returns a function that ends the subscription */
  subscribe(userId: string, listener: Listener): () => void;
  /** How many streams listen on this node. */
  countStreams(): number;
  /** Ends every subscription and the connection between nodes. */
  close(): Promise<void>;
}

export type EventHubOptions = {
  database: Database;
  /** Reads the steps of a protocol, for an event that another node sent without them. */
  readSteps: (protocolId: string) => Promise<ProcessingStep[] | undefined>;
  onError: (error: unknown) => void;
};

/** Opens the hub; on PostgreSQL it has one connection of its own, which is reopened whenever it is lost. */
export async function openEventHub({ database, readSteps, onError }: EventHubOptions): Promise<EventHub> {
  const people = new EventEmitter();
  people.setMaxListeners(0);

  const ends: ((userId: string) => void)[] = [];

  async function deliver(userId: string, event: NodeEvent): Promise<void> {
    if (event.type === 'session') for (const forget of ends) forget(userId);
    if (people.listenerCount(userId) === 0) return;
    if (event.type !== 'processing') people.emit(userId, event);
    else {
      const processing = await readSteps(event.protocol_id);
      if (processing) people.emit(userId, { ...event, processing } satisfies AppEvent);
    }
  }

  const channel =
    database.kind === 'postgres'
      ? await listenOnPostgres(database, {
          onMessage: (userId, event) => void deliver(userId, event).catch(onError),
          onReconnect: () => {
            for (const userId of people.eventNames()) people.emit(userId, { type: 'resync' } satisfies AppEvent);
          },
          onError,
        })
      : undefined;

  return {
    publish(userId, event) {
      if (event.type === 'session') for (const forget of ends) forget(userId);
      people.emit(userId, event);
      channel?.tell(
        userId,
        event.type === 'processing' ? { type: 'processing', protocol_id: event.protocol_id } : event,
      );
    },
    onSessionEnd: (listener) => void ends.push(listener),
    subscribe(userId, listener) {
      people.on(userId, listener);
      return () => people.off(userId, listener);
    },
    countStreams: () => people.eventNames().reduce((sum, userId) => sum + people.listenerCount(userId), 0),
    async close() {
      people.removeAllListeners();
      await channel?.close();
    },
  };
}
