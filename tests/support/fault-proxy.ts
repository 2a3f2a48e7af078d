import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy on loopback between the browser and the server that can cut the line. It counts the bytes that went up,
 * and holds the line at a chosen count, so that a fault strikes at a chosen place instead of a chosen time.
 */
export class FaultProxy {
  /** Bytes forwarded from clients to the server. */
  bytesUp = 0;
  readonly #target: { host: string; port: number };
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  #cut = false;
  #hold: { at: number; reached: () => void } | undefined;

  private constructor(targetPort: number) {
    this.#target = { host: '127.0.0.1', port: targetPort };
    this.#server = createServer((client) => this.#accept(client));
  }

  static async start(targetPort: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetPort);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when this many bytes went up in all; from then on nothing goes up until `release` or `restore`. */
  holdAt(bytesUp: number): Promise<void> {
    return new Promise((resolve) => {
      this.#hold = { at: bytesUp, reached: resolve };
      this.#checkHold();
    });
  }

  /** Lets held bytes go on. */
  release(): void {
    this.#hold = undefined;
    for (const [client] of this.#pairs) client.resume();
  }

  /** Resets every connection and refuses new ones. */
  cut(): void {
    this.#cut = true;
    for (const [client, upstream] of this.#pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
    this.#pairs.clear();
  }

  /** The line is back, and nothing is held. */
  restore(): void {
    this.#cut = false;
    this.release();
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get #holding(): boolean {
    return this.#hold !== undefined && this.bytesUp >= this.#hold.at;
  }

  #checkHold(): void {
    if (!this.#holding) return;
    for (const [client] of this.#pairs) client.pause();
    this.#hold?.reached();
  }

  #accept(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.#cut) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(this.#target);
    const pair: [Socket, Socket] = [client, upstream];
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    upstream
      .on('error', end)
      .on('close', end)
      .on('data', (bytes) => {
        if (!client.write(bytes)) upstream.pause();
      });
    client.on('close', end).on('data', (bytes) => {
      this.bytesUp += bytes.length;
      if (!upstream.write(bytes)) client.pause();
      this.#checkHold();
    });
    client.on('drain', () => upstream.resume());
    upstream.on('drain', () => {
      if (!this.#holding) client.resume();
    });
    if (this.#holding) client.pause();
  }
}
