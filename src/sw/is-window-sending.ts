import { type Clock, drivingQuestion } from '#src/sync/worker.ts';

const answerWithinMs = 2_000;

/** The used part of the worker's `clients`. */
export interface Windows {
  matchAll(options: {
    type: 'window';
    includeUncontrolled: true;
  }): Promise<readonly { postMessage(message: unknown, transfer: Transferable[]): void }[]>;
}

/** Whether a window is sending the queue. A frozen page has its scripts stopped and does not answer in time. */
export async function isWindowSending(clients: Windows, clock: Clock): Promise<boolean> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length === 0) return false;
  return new Promise((resolve) => {
    const cancel = clock.after(answerWithinMs, () => resolve(false));
    for (const window of windows) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        cancel();
        resolve(true);
      };
      window.postMessage({ type: drivingQuestion }, [port2]);
    }
  });
}
