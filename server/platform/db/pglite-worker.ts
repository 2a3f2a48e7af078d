// The thread of the embedded database: answers messages of PostgreSQL's protocol, each with its whole answer.
import { parentPort, workerData } from 'node:worker_threads';
import { type EnginePlace, startEngine } from './embedded-engine.ts';

/** Incoming: protocol messages, or the request to close. */
export type ToWorker = Uint8Array | 'close';
/** Outgoing: the answer to each message, or the news that the database is open or closed. */
export type FromWorker = Uint8Array<ArrayBuffer> | 'open' | 'closed';

const port = parentPort;
if (!port) throw new Error('Runs in a thread alone');
const engine = await startEngine(workerData as EnginePlace);

let isClosing = false;
port.on('message', async (message: ToWorker) => {
  // Later messages get no answer: their connection ends with this thread.
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

/** The engine processes a message to its end before it returns, so messages are answered in order. */
async function answerTo(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  // Copied: the parts lie in the engine's own memory, which it reuses.
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
