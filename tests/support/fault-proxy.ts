import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One client's connection; `uploading` while its current request is a chunk of a video. */
interface Line {
  client: Socket;
  upstream: Socket;
  uploading: boolean;
}

/**
 * A TCP proxy on loopback between the browser and the server that can cut the line. It counts the bytes of chunks that
 * went up, and holds them at a chosen count, so that a fault strikes at a chosen place instead of a chosen time.
 */
export class FaultProxy {
  /** Bytes of chunks forwarded from clients to the server, with their headers. */
  bytesUp = 0;
  readonly #target: { host: string; port: number };
  readonly #server: Server;
  readonly #lines = new Set<Line>();
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

  /** Resolves when this many bytes went up in all; from then on no chunk goes on until `release` or `restore`. */
  holdAt(bytesUp: number): Promise<void> {
    return new Promise((resolve) => {
      this.#hold = { at: bytesUp, reached: resolve };
      this.#checkHold();
    });
  }

  /** Lets held bytes go on. */
  release(): void {
    this.#hold = undefined;
    for (const { client } of this.#lines) client.resume();
  }

  /** Resets every connection and refuses new ones. */
  cut(): void {
    this.#cut = true;
    for (const { client, upstream } of this.#lines) {
      client.resetAndDestroy();
      upstream.destroy();
    }
    this.#lines.clear();
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
    for (const { client, uploading } of this.#lines) if (uploading) client.pause();
    this.#hold?.reached();
  }

  #accept(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.#cut) {
      client.resetAndDestroy();
      return;
    }
    const line: Line = { client, upstream: connect(this.#target), uploading: false };
    const { upstream } = line;
    this.#lines.add(line);
    const end = () => {
      this.#lines.delete(line);
      client.destroy();
      upstream.destroy();
    };
    upstream
      .on('error', end)
      .on('close', end)
      .on('data', (bytes) => {
        if (!client.write(bytes)) upstream.pause();
      });
    client.on('close', end).on('data', (bytes) => this.#forward(line, bytes));
    client.on('drain', () => upstream.resume());
    upstream.on('drain', () => {
      if (!(this.#holding && line.uploading)) client.resume();
    });
  }

  #forward(line: Line, bytes: Buffer): void {
    const start = bytes.toString('latin1', 0, 300);
    if (/^(GET|HEAD|POST|PUT|DELETE) \//.test(start)) line.uploading = /^POST \S+\/upload-chunks /.test(start);
    if (line.uploading) this.bytesUp += bytes.length;
    if (!line.upstream.write(bytes)) line.client.pause();
    this.#checkHold();
  }
}
