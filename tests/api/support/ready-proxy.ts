import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Target = { url: string; agent: Agent; isReady: boolean };

/** Passes calls in turn to the servers that report ready, over connections that it keeps, and never repeats a call. */
export class ReadyProxy {
  readonly #targets = new Map<string, Target>();
  readonly #server = createServer((from, to) => this.#pass(from, to));
  readonly #looks: NodeJS.Timeout;
  #turn = 0;
  #look: Promise<void> | undefined;

  private constructor(everyMs: number) {
    this.#looks = setInterval(() => void this.look(), everyMs);
  }

  static async start(everyMs: number): Promise<ReadyProxy> {
    const proxy = new ReadyProxy(everyMs);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Adds a server, which gets calls from the next health check on. */
  add(url: string): void {
    this.#targets.set(url, { url, agent: new Agent({ keepAlive: true }), isReady: false });
  }

  remove(url: string): void {
    this.#targets.get(url)?.agent.destroy();
    this.#targets.delete(url);
  }

  /** Checks all servers, one check at a time: the late answer of an earlier one would count as new. */
  look(): Promise<void> {
    this.#look ??= this.#lookAtAll().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #lookAtAll(): Promise<void> {
    const ask = async (target: Target) => {
      target.isReady = await fetch(`${target.url}/api/serving`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    await Promise.all([...this.#targets.values()].map(ask));
  }

  async stop(): Promise<void> {
    clearInterval(this.#looks);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    for (const url of this.#targets.keys()) this.remove(url);
  }

  #pass(from: IncomingMessage, to: ServerResponse): void {
    const ready = [...this.#targets.values()].filter(({ isReady }) => isReady);
    this.#turn += 1;
    const target = ready[this.#turn % ready.length];
    if (!target) return void to.writeHead(502).end();
    const { method, headers, url } = from;
    const onward = request(`${target.url}${url}`, { method, headers, agent: target.agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => (to.headersSent ? to.destroy() : to.writeHead(502).end()));
    from.pipe(onward);
  }
}
