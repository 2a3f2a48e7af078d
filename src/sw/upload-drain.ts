import { uuidv7 } from 'uuidv7';
import { drainUploads } from '#src/offline/background-drain.ts';
import { drainWrites } from '#src/offline/background-writes.ts';
import { systemClock } from '#src/offline/clock.ts';
import { createFetchTransport } from '#src/offline/fetch-transport.ts';
import { shakeHands } from '#src/offline/handshake.ts';
import { hashHere } from '#src/offline/hasher.ts';
import { createProvider } from '#src/offline/provider.ts';
import { createSession } from '#src/offline/session.ts';
import { createStore } from '#src/offline/store.ts';
import { createUploadsChannel } from '#src/offline/uploads-channel.ts';
import { isAnyoneDriving } from './ask-windows.ts';

/** What a run left behind: nothing, what a window is at work on, or what only a later run can send. */
export type Left = 'nothing' | 'with-window' | 'for-later';

/** Sends the queue when no window does; `stop` lets go at once. */
export function createUploadDrain(clients: Clients): { run(): Promise<Left>; stop(): void } {
  const ask: typeof fetch = (...request) => fetch(...request);
  const clock = systemClock();
  let stopping: AbortController | undefined;

  async function run(): Promise<Left> {
    if (await isAnyoneDriving(clients, clock)) return 'with-window';
    const running = new AbortController();
    stopping = running;
    const store = createStore();
    const session = createSession({ local: null, copies: store, fetch: ask, locks: navigator.locks });
    const channel = createUploadsChannel();
    // A window that opens meanwhile goes on itself: it shows the progress and takes commands.
    channel.listen(({ type }) => type === 'hello' && running.abort());
    try {
      const deps = {
        store,
        session,
        clock,
        locks: navigator.locks,
        handshake: () => shakeHands(ask, clock),
        signal: running.signal,
      };
      // A protocol that was made offline goes before its video.
      const isWritten = await drainWrites({ ...deps, fetch: ask });
      const isUploaded = await drainUploads({
        ...deps,
        provider: createProvider(session, ask, clock),
        transport: createFetchTransport(clock, ask),
        hash: hashHere,
        newId: uuidv7,
      });
      return isWritten && isUploaded ? 'nothing' : 'for-later';
    } finally {
      channel.close();
      store.close();
    }
  }

  return { run, stop: () => stopping?.abort() };
}
