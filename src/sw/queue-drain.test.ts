import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answerWorker, createUploadsChannel, systemClock, type UploadMessage } from '#src/sync/worker.ts';
import { isWindowSending } from './is-window-sending.ts';
import { createQueueDrain } from './queue-drain.ts';

const clock = systemClock(20);

/** A window as the worker sees it; it receives what is posted to it. */
function openWindow(): EventTarget & { postMessage(data: unknown, ports: Transferable[]): void } {
  const container = new EventTarget();
  const postMessage = (data: unknown, transfer: Transferable[]) => {
    const ports = transfer.filter((each) => each instanceof MessagePort);
    container.dispatchEvent(new MessageEvent('message', { data, ports }));
  };
  return Object.assign(container, { postMessage });
}

const clientsOf = (...windows: ReturnType<typeof openWindow>[]) => ({ matchAll: async () => windows });

test('a window that is at work says so', async () => {
  const [frozen, atWork] = [openWindow(), openWindow()];
  const stop = answerWorker(atWork);
  // The timeout of the windows never fires, however long a busy machine needs for the answer.
  const still = { ...clock, after: () => () => undefined };
  expect(await isWindowSending(clientsOf(frozen, atWork), still)).toBe(true);
  stop();
});

test('a frozen window does not answer in time, and none is asked where none is open', async () => {
  expect(await isWindowSending(clientsOf(openWindow()), clock)).toBe(false);
  expect(await isWindowSending(clientsOf(), clock)).toBe(false);
});

test.each<UploadMessage>([{ type: 'hello' }, { type: 'command', id: 'a', event: { type: 'pause' } }])(
  '$type of a window is heard already while the windows are asked',
  async (message) => {
    const page = createUploadsChannel();
    const asking = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<ReturnType<typeof openWindow>[]>();
    const drain = createQueueDrain(
      {
        matchAll() {
          asking.resolve();
          return answered.promise;
        },
      },
      clock,
    );
    const left = drain.run();
    await asking.promise;
    page.post(message);
    // Messages of a channel arrive in order, so this one arrives after the message under test.
    const heard = new Promise<void>((resolve) => {
      const other = createUploadsChannel();
      other.listen(() => {
        other.close();
        resolve();
      });
      page.post({ type: 'watch', id: 'a' });
    });
    await heard;
    answered.resolve([openWindow()]);
    expect(await left).toBe('with-window');
    page.close();
  },
);
