import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export const requestIdHeader = 'x-request-id';

/** Ids that may appear in a log and on a screen unchanged. */
const acceptable = /^[\w.-]{8,64}$/;
const groups = 3;

/**
 * Returns the id of a request: the one set by a proxy, or else twelve digits, which can be read out over a telephone.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  if (typeof given === 'string' && acceptable.test(given)) return given;
  return Array.from({ length: groups }, () => String(randomInt(10_000)).padStart(4, '0')).join('-');
}

/** Sends the id of each request back. */
export function registerRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
}

/** Appends the request id to an error message, so that the log entry can be found. */
export function withRequestId(words: string, id: string): string {
  return `${words}. Код обращения ${id}`;
}
