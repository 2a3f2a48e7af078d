import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A graceful stop: the server goes on answering for a while, so that a load balancer can turn to another one. */
export class Stopping {
  #isStopping = false;
  readonly #begun: ((withinMs: number) => void)[] = [];
  readonly #underWay = new Map<ServerResponse, Promise<void>>();

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Registers a function to call when the stop begins, with the time in which it must finish. */
  onBegin(run: (withinMs: number) => void): void {
    this.#begun.push(run);
  }

  /**
   * Reports this server as not ready and answers for `drainMs` longer; then waits up to `finishMs` for the calls in
   * progress, and cuts the rest. The caller closes the server.
   */
  async drain({ drainMs, finishMs }: { drainMs: number; finishMs: number }): Promise<void> {
    this.#isStopping = true;
    for (const run of this.#begun) run(drainMs);
    if (drainMs > 0) await sleep(drainMs);
    const ended = new AbortController();
    let isLate = false;
    const late = sleep(finishMs, undefined, { signal: ended.signal }).then(
      () => {
        isLate = true;
      },
      () => undefined,
    );
    // Again and again: open connections may begin new calls while others are waited for.
    while (this.#underWay.size > 0 && !isLate) await Promise.race([Promise.all(this.#underWay.values()), late]);
    ended.abort();
    for (const { socket } of this.#underWay.keys()) socket?.destroy();
  }

  follow(response: ServerResponse): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay.set(response, promise);
    response.once('close', () => {
      this.#underWay.delete(response);
      resolve();
    });
  }
}

/** Tracks answers in progress; while the server is stopping, each answer also closes its connection. */
export function registerStopping(app: FastifyInstance, stopping: Stopping): void {
  app.server.on('request', (_request, response: ServerResponse) => stopping.follow(response));
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.isStopping) void reply.header('connection', 'close');
  });
}

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
