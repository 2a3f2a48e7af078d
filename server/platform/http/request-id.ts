import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export const requestIdHeader = 'x-request-id';

/** What may stand in a log and on a screen as it came. */
const acceptable = /^[\w.-]{8,64}$/;
const groups = 3;

/** The id of a request: that of the proxy before this server, else twelve digits, which can be told over a telephone. */
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

/** Words for a fault of the server, with what finds it in the log. */
export function withRequestId(words: string, id: string): string {
  return `${words}. Код обращения ${id}`;
}
