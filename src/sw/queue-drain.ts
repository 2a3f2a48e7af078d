import { uuidv7 } from 'uuidv7';
import {
  createFetchTransport,
  createHttp,
  createSession,
  createStore,
  createUploadCalls,
  createUploadsChannel,
  drainMutations,
  drainUploads,
  hashHere,
  shakeHands,
  startWorkTime,
  systemClock,
  type WorkTime,
} from '#src/sync/worker.ts';
import { isWindowSending, type Windows } from './is-window-sending.ts';

/** What a run left: nothing, what a window is sending, or what only a later run can send. */
export type Left = 'nothing' | 'with-window' | 'for-later';

/**
 * Sends the queue if no window does, within the time of one event; `stop` ends it at once. What is left when the time
 * is up is left for a later run.
 */
export function createQueueDrain(clients: Windows, clock = systemClock()): { run(): Promise<Left>; stop(): void } {
  const http = createHttp({ clock });
  let stopping: AbortController | undefined;

  async function run(): Promise<Left> {
    const time = startWorkTime(clock);
    const running = new AbortController();
    stopping = running;
    const channel = createUploadsChannel();
    let isTaken = false;
    // A window that opens or wakes up meanwhile takes over: it shows the progress and receives commands.
    channel.listen(({ type }) => {
      if (type !== 'hello' && type !== 'command') return;
      isTaken = true;
      running.abort();
    });
    try {
      if (await isWindowSending(clients, clock)) return 'with-window';
      const isDone = await send(running.signal, time);
      if (isTaken) return 'with-window';
      return isDone ? 'nothing' : 'for-later';
    } finally {
      channel.close();
      time.clear();
    }
  }

  /** Resolves with whether nothing is left that a later run could send. */
  async function send(signal: AbortSignal, time: WorkTime): Promise<boolean> {
    if (signal.aborted) return true;
    const store = createStore();
    const session = createSession({ local: null, copies: store, http: createHttp(), locks: navigator.locks });
    const deps = {
      store,
      session,
      http,
      clock,
      locks: navigator.locks,
      askServer: () => shakeHands(http, session),
      signal,
      time,
    };
    try {
      // A protocol created offline is sent before its video.
      const isWritten = await drainMutations(deps);
      const isUploaded = await drainUploads({
        ...deps,
        calls: createUploadCalls(session, http),
        transport: createFetchTransport(http),
        hash: hashHere,
        newId: uuidv7,
      });
      return isWritten && isUploaded;
    } finally {
      store.close();
    }
  }

  return { run, stop: () => stopping?.abort() };
}
