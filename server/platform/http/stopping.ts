import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A server that is told to stop goes on answering for a while, so that whoever hands calls to it can turn to another one. */
export class Stopping {
  #isStopping = false;
  readonly #begun: ((withinMs: number) => void)[] = [];
  readonly #underWay = new Map<ServerResponse, Promise<void>>();

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** What is told when the stop begins, with the time in which it has to have ended. */
  onBegin(run: (withinMs: number) => void): void {
    this.#begun.push(run);
  }

  /**
   * Says that this server is not ready any more and answers `drainMs` longer; then waits, for `finishMs` at most, until the
   * calls are answered that came before, and cuts what is left. The caller closes the server.
   */
  async drain({ drainMs, finishMs }: { drainMs: number; finishMs: number }): Promise<void> {
    this.#isStopping = true;
    for (const run of this.#begun) run(drainMs);
    if (drainMs > 0) await sleep(drainMs);
    const ended = new AbortController();
    const late = sleep(finishMs, undefined, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#underWay.values()), late]);
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

/** Counts answers under way, and ends connections with their answer once the server is stopping. */
export function registerStopping(app: FastifyInstance, stopping: Stopping): void {
  app.server.on('request', (_request, response: ServerResponse) => stopping.follow(response));
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.isStopping) void reply.header('connection', 'close');
  });
}
