import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { AppEvent, EventHub } from '#server/platform/events/index.ts';
import { type RouteDeps, routesOf, type Stopping } from '#server/platform/http/index.ts';
import { Problem } from '#server/platform/problem/index.ts';

export type EventDeps = RouteDeps & {
  events: EventHub;
  stopping: Stopping;
  /** Returns whether a session is still valid. */
  isSessionAlive: (sessionId: string) => Promise<boolean>;
};

const heartbeatMs = 15_000;
/** Part of the drain period within which all streams end. */
const streamsEndWithin = 0.8;
/** How soon a stream ends whose session ended without news of it: who ends one tells it at once, and idle streams cost no query. */
const lookMs = 3_600_000;
/** Longer than a node remembers a session of which nobody told it. */
const forgottenMs = 4_000;

/**
 * Most streams of one person on this server: each browser has one, whatever its tabs. Of more browsers that share an account each
 * would come back after a second and end another one, so the limit is far above what people have.
 */
const maxOfPerson = 50;

/** Registers GET /events: events about the person's own protocols as they happen, for as long as the session lives. */
export function registerEvents(app: FastifyInstance, deps: EventDeps): void {
  const open = new Set<() => void>();
  const ofPerson = new Map<string, Set<() => void>>();

  /** Notes a person's stream, and ends their oldest beyond the limit. @returns a function that forgets it */
  function note(userId: string, end: () => void): () => void {
    const own = ofPerson.get(userId) ?? new Set();
    ofPerson.set(userId, own.add(end));
    open.add(end);
    const [oldest] = own;
    if (oldest && own.size > maxOfPerson) {
      own.delete(oldest);
      oldest();
    }
    return () => {
      open.delete(end);
      own.delete(end);
      if (own.size === 0 && ofPerson.get(userId) === own) ofPerson.delete(userId);
    };
  }

  routesOf(app, deps)(calls.events, ({ user, reply }) => {
    // A client that reconnects to this server would delay the shutdown until its connection is cut.
    if (deps.stopping.isStopping) throw new Problem('unavailable', 'Сервер перезапускается: попробуйте ещё раз');
    reply.hijack();
    const response = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value);
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // A proxy that buffers responses would hold events back.
      'x-accel-buffering': 'no',
    });
    const stream = new EventStream(response);
    const end = () => response.end();
    const look = () => deps.isSessionAlive(user.sessionId).then((alive) => alive || end(), end);
    const unsubscribe = deps.events.subscribe(user.id, (event) => {
      if (event.type === 'session') return void look();
      // While the nodes were disconnected, the end of the session may not have been reported.
      if (event.type === 'resync') setTimeout(look, forgottenMs).unref();
      stream.send(event);
    });
    const beat = setInterval(() => stream.beat(), heartbeatMs);
    const looking = setInterval(() => void look(), lookMs);
    const forget = note(user.id, end);
    response.once('close', () => {
      clearInterval(beat);
      clearInterval(looking);
      unsubscribe();
      forget();
    });
    stream.send({ type: 'ready' });
    return reply;
  });

  // At random times, so that the clients do not all reconnect to the next server at the same moment.
  deps.stopping.onBegin((withinMs) => {
    for (const end of open) setTimeout(end, Math.random() * withinMs * streamsEndWithin).unref();
  });
  // Runs before the server waits for its connections to close.
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
}

/** Maximum number of unread bytes; beyond it events are dropped, and the reader gets a `resync` instead. */
const maxUnread = 256 * 1024;

/** Writes events to one reader, dropping events while the reader lags behind. */
class EventStream {
  readonly #response: ServerResponse;
  #behind = false;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on('drain', () => {
      if (!this.#behind) return;
      this.#behind = false;
      this.send({ type: 'resync' });
    });
  }

  send(event: AppEvent | { type: 'ready' }): void {
    this.#write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Writes a comment line, which shows that the connection is alive. */
  beat(): void {
    this.#write(': \n\n');
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    if (this.#behind || this.#response.writableLength > maxUnread) this.#behind = true;
    else this.#response.write(text);
  }
}
