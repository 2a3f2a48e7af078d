import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long a body may be slower than the least rate. */
const graceMs = 30_000;
/** Least average rate of a body, in bytes per second; the slowest mobile connection is faster. */
const minRate = 1_000;

interface Pace {
  silenceMs?: number;
  /** Runs something later; returns a function that cancels it. */
  after?(ms: number, run: () => void): () => void;
}

const rates = new WeakMap<IncomingMessage, () => void>();

/**
 * Closes a connection whose request body stalls for a minute or trickles: otherwise a silent client would hold memory,
 * files and reserved disk space.
 */
export function registerBodyPace(app: FastifyInstance, { silenceMs = 60_000, after = afterTime }: Pace = {}): void {
  app.server.on('request', (request, response) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length === '0' && encoding === undefined) return;
    request.setTimeout(silenceMs);
    const endRate = holdToRate(request, after);
    rates.set(request, endRate);
    request.once('close', endRate);
    request.once('end', () => {
      endRate();
      // Once the answer is finished, the timeout belongs to the next request of the connection.
      if (!response.writableFinished) request.setTimeout(0);
    });
  });
}

/** Lifts both limits for a body that has reason to pause, such as chunks that wait for each other. */
export function letBodyPause(request: IncomingMessage): void {
  // Requests that tests inject have no connection.
  request.socket.setTimeout?.(0);
  rates.get(request)?.();
}

/** @returns a function that ends the check */
function holdToRate({ socket }: IncomingMessage, after: NonNullable<Pace['after']>): () => void {
  const before = socket.bytesRead;
  let due = graceMs;
  let callOff = after(due, look);
  function look(): void {
    const passed = due;
    due = graceMs + ((socket.bytesRead - before) * 1_000) / minRate;
    if (due - passed < 1) socket.destroy();
    else callOff = after(due - passed, look);
  }
  return () => callOff();
}

function afterTime(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
