import { createHttp } from '#src/sync/http/client.ts';
import { shakeHands } from '#src/sync/provider/handshake.ts';
import { createSession } from '#src/sync/session/session.ts';
import { createStore } from '#src/sync/store/store.ts';
import { type Clock, systemClock } from '#src/sync/time/clock.ts';
import { createFetchTransport } from '#src/sync/uploads/fetch-transport.ts';
import { hashHere } from '#src/sync/uploads/hasher.ts';
import { createUploadCalls } from '#src/sync/uploads/upload-calls.ts';
import type { UploadMessage } from '#src/sync/uploads/uploads-channel.ts';
import 'fake-indexeddb/auto';
import { randomBytes, randomUUID } from 'node:crypto';
import { type Connectivity, createConnectivity } from '#src/sync/connectivity/connectivity.ts';
import type { OutboxMessage } from '#src/sync/outbox/channel.ts';
import { createOutbox, type Outbox } from '#src/sync/outbox/outbox.ts';
import type { Rebase } from '#src/sync/outbox/rebase.ts';
import type { Session } from '#src/sync/session/session.ts';
import type { Store } from '#src/sync/store/store.ts';
import type { DatabaseShape } from '#src/sync/store/store-connection.ts';
import { createUploads, type Uploads } from '#src/sync/uploads/uploads.ts';

/** Factor by which all waits are shorter than in the product. */
export const haste = 20;

/** Default size of a chunk in bytes. */
export const smallChunk = 64 * 1024;

export interface Tab {
  uploads: Uploads;
  outbox: Outbox;
  connectivity: Pick<Connectivity, 'isOnline'>;
  session: Session;
  store: Store;
  /** Ends the tab as if it was closed or had crashed. */
  close(): void;
}

/**
 * A browser as far as the offline core knows it: one database, one localStorage, one set of locks and a channel that
 * all its tabs share. Requests go to a real server.
 */
export class OfflineBrowser {
  clock: Clock = systemClock(haste);
  /** Measures the time limits of requests: not in haste, as a busy machine is not faster than usual. */
  requestClock: Clock = systemClock();
  readonly local = new Map<string, string>();
  /** Called by tabs to show a write that the server took. */
  showSent: () => Promise<void> | void = () => undefined;
  /** Changes later writes of a thing when an earlier one is not sent, or is changed. */
  rebase: Rebase = () => undefined;
  /** How long a deletion can be undone, in milliseconds. */
  undoMs = 8_000;
  /** How long a form waits for an answer, in milliseconds: longer than a busy machine needs for one. */
  formWaitMs = 200_000;
  readonly #database = `browser-${randomUUID()}`;
  readonly #uploadMessages = new Set<(message: UploadMessage) => void>();
  readonly #outboxMessages = new Set<(message: OutboxMessage) => void>();
  readonly #tabs = new Set<Tab>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  signIn(userId: string, token = `token-of-${userId}`): void {
    this.local.set('token', token).set('user_id', userId);
  }

  fetch: typeof fetch = async (path, init) => fetch(`${this.#url}${path}`, await withBytes(init));

  /** Opens the store; `shape` is that of another version of the app. */
  openStore(shape?: DatabaseShape): Store {
    return createStore(this.#database, shape);
  }

  openSession(store: Store, inWorker = false, send = this.fetch): Session {
    return createSession({
      local: inWorker ? null : this.#localStorage(),
      copies: store,
      http: createHttp({ fetch: send }),
      locks: navigator.locks,
    });
  }

  /** Opens a tab and starts its queue. `changes` replaces parts of the store. */
  async openTab(changes: Partial<Store> = {}, chunkSize = smallChunk): Promise<Tab> {
    const { clock } = this;
    const store = { ...this.openStore(), ...changes };
    // The requests of a tab end together with it, including those about to be sent.
    const closed = new AbortController();
    const send: typeof fetch = (path, init) => {
      const signals = [closed.signal, init?.signal].filter((signal) => signal instanceof AbortSignal);
      return this.fetch(path, { ...init, signal: AbortSignal.any(signals) });
    };
    const session = this.openSession(store, false, send);
    const connectivity = createConnectivity({
      http: createHttp({ fetch: send, clock: this.requestClock }),
      clock,
      isVisible: () => true,
      onHint: () => () => undefined,
    });
    const stopProbing = connectivity.start();
    const uploads = createUploads({
      ...this.workParts(store, session, send),
      store,
      session,
      connectivity,
      channel: channelOver(this.#uploadMessages),
      chunkSize,
      onQueued: () => undefined,
    });
    const outbox = createOutbox({
      ...this.workParts(store, session, send),
      session,
      connectivity,
      channel: channelOver(this.#outboxMessages),
      onQueued: () => undefined,
      rebase: (...given) => this.rebase(...given),
      undoMs: this.undoMs,
      formWaitMs: this.formWaitMs,
    });
    outbox.onSent(({ creates }) => {
      if (creates !== undefined) uploads.wake();
      return this.showSent();
    });
    await session.read();
    await Promise.all([uploads.start(), outbox.start()]);
    const tab: Tab = {
      uploads,
      outbox,
      connectivity,
      session,
      store,
      close: () => {
        this.#tabs.delete(tab);
        closed.abort(new TypeError('the tab was closed'));
        uploads.stop();
        outbox.stop();
        stopProbing();
      },
    };
    this.#tabs.add(tab);
    return tab;
  }

  /** Parts shared by page and worker. */
  workParts(store: Store, session: Session, send = this.fetch) {
    const http = createHttp({ fetch: send, clock: this.requestClock });
    return {
      http,
      store,
      session,
      clock: this.clock,
      calls: createUploadCalls(session, http),
      transport: createFetchTransport(http),
      hash: hashHere,
      locks: navigator.locks,
      askServer: () => shakeHands(http, session),
      newId: randomUUID,
    };
  }

  close(): void {
    for (const tab of [...this.#tabs]) tab.close();
  }

  #localStorage() {
    return {
      getItem: (key: string) => this.local.get(key) ?? null,
      setItem: (key: string, value: string) => void this.local.set(key, value),
      removeItem: (key: string) => void this.local.delete(key),
    };
  }
}

/** Returns one tab's end of a channel between the tabs. */
function channelOver<M>(listeners: Set<(message: M) => void>) {
  let own: ((message: M) => void) | undefined;
  return {
    post: (message: M) => {
      for (const listener of listeners) if (listener !== own) queueMicrotask(() => listener(message));
    },
    listen: (listener: (message: M) => void) => {
      own = listener;
      listeners.add(listener);
    },
    close: () => void (own && listeners.delete(own)),
  };
}

/** Makes a file with the first bytes of an MP4; by default two full chunks and a short one. */
export function makeRecording(size = 2 * smallChunk + 1000, name = 'заседание.mp4'): File {
  const bytes = randomBytes(size);
  bytes.set([0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70]);
  return new File([bytes], name, { type: 'video/mp4' });
}

/**
 * Sends a form as bytes: Node's own reading of its Blobs continues after an abort, and fails with an uncaught error.
 */
async function withBytes(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('Content-Type', form.headers.get('Content-Type') ?? '');
  return { ...init, headers, body: await form.arrayBuffer() };
}
