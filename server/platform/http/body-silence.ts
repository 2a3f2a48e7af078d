import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection on which nothing more of a body comes for so long: nobody holds memory, files or promised room by
 * saying nothing. Who has reasons to pause a body, as chunks that wait for each other do, ends this with `setTimeout(0)`.
 */
export function registerBodySilence(app: FastifyInstance, silenceMs = 60_000): void {
  app.server.on('request', (request, response) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length === '0' && encoding === undefined) return;
    request.setTimeout(silenceMs);
    request.once('end', () => {
      // After the answer the connection has another limit by then.
      if (!response.writableFinished) request.setTimeout(0);
    });
  });
}
