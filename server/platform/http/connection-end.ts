import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a shutdown wait only for answers in progress. Node would also wait a minute for a connection that was opened in
 * advance and never used, as browsers do, for one whose request was answered before all of it arrived, and for one
 * whose last answer ended during the shutdown.
 */
export function registerConnectionEnd(app: FastifyInstance): void {
  /** How many answers are under way on each open connection. */
  const underWay = new Map<Socket, number>();
  let stopping = false;
  app.server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1;
      if (underWay.has(socket)) underWay.set(socket, left);
      if (stopping && left === 0) socket.end();
    });
  });
  app.addHook('preClose', async () => {
    stopping = true;
    for (const [socket, answers] of underWay) if (answers === 0) socket.destroy();
  });
}
