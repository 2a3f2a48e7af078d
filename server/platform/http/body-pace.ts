import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A body may be slower than the least rate for so long. */
const graceMs = 30_000;
/** Bytes a second that a body has to come with on the whole: less than the slowest mobile connection has. */
const leastRate = 1_000;

interface Pace {
  silenceMs?: number;
  /** Runs something later; returns what calls it off. */
  after?(ms: number, run: () => void): () => void;
}

const rates = new WeakMap<IncomingMessage, () => void>();

/**
 * Closes a connection on which nothing more of a body comes for a minute, or no more than a drop now and then: nobody holds
 * memory, files or promised room by saying nothing, or next to nothing.
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
      // After the answer the connection has another limit by then.
      if (!response.writableFinished) request.setTimeout(0);
    });
  });
}

/** For who has reasons to pause a body, as chunks that wait for each other do: no silence and no slowness ends it. */
export function letBodyPause(request: IncomingMessage): void {
  // What tests inject has no connection.
  request.socket.setTimeout?.(0);
  rates.get(request)?.();
}

/** @returns what ends it */
function holdToRate({ socket }: IncomingMessage, after: NonNullable<Pace['after']>): () => void {
  const before = socket.bytesRead;
  let due = graceMs;
  let callOff = after(due, look);
  function look(): void {
    const passed = due;
    due = graceMs + ((socket.bytesRead - before) * 1_000) / leastRate;
    if (due - passed < 1) socket.destroy();
    else callOff = after(due - passed, look);
  }
  return () => callOff();
}

function afterTime(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
