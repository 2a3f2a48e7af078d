import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets a stop wait for answers under way and for nothing else. Node would also wait a minute for a connection that was
 * opened in advance and never used, as browsers do, and for one whose last answer ended while the server was stopping.
 */
export function registerConnectionEnd(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let stopping = false;
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    response.once('close', () => {
      if (stopping) socket.end();
    });
  });
  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of unused) socket.destroy();
  });
}
