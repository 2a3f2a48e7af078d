// The thread of the embedded database: answers messages of PostgreSQL's protocol, each of which is a whole turn.
import { parentPort, workerData } from 'node:worker_threads';
import { type EnginePlace, startEngine } from './embedded-engine.ts';

/** What comes: messages of the protocol, or the wish to close. */
export type ToWorker = Uint8Array | 'close';
/** What goes: the answer to each, or that it is open or closed. */
export type FromWorker = Uint8Array<ArrayBuffer> | 'open' | 'closed';

const port = parentPort;
if (!port) throw new Error('Runs in a thread alone');
const engine = await startEngine(workerData as EnginePlace);

let isClosing = false;
port.on('message', async (message: ToWorker) => {
  // What comes too late has no answer: its connection ends with this thread.
  if (isClosing) return;
  if (message === 'close') {
    isClosing = true;
    await engine.close();
    port.postMessage('closed' satisfies FromWorker);
    port.close();
    return;
  }
  const answer = await answerTo(message);
  port.postMessage(answer satisfies FromWorker, [answer.buffer]);
});
port.postMessage('open' satisfies FromWorker);

/** The engine runs to its end what it is given before it comes back: messages are answered in their order. */
async function answerTo(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  // They lie in the engine's own memory, which it goes on to use.
  await engine.execProtocolRawStream(message, { onRawData: (part) => void parts.push(part.slice()) });
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
