import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Bits per second in each direction, and the one-way delay in milliseconds. */
export interface NetworkShape {
  bitsPerSecond: number;
  delayMs: number;
}

/**
 * Length of the queue in front of the network, as in a good router: it stays busy, and bytes that are cut there count
 * as unsent.
 */
const queueMs = 100;

/** One direction, whose rate all connections share. Times are milliseconds of `performance.now()`. */
class Lane {
  #free = 0;
  readonly #bytesPerMs: number;

  constructor({ bitsPerSecond }: NetworkShape) {
    this.#bytesPerMs = bitsPerSecond / 8_000;
  }

  /** Queues bytes behind those already under way. @returns when the first and the last of them leave */
  book(bytes: number): { first: number; last: number } {
    const first = Math.max(performance.now(), this.#free);
    this.#free = first + bytes / this.#bytesPerMs;
    return { first, last: this.#free };
  }
}

/** One direction of one connection: pieces under way, delivered in order, each at its time. */
class Pipe {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #onSent: (bytes: number) => void;
  #pieces: { bytes: Buffer | undefined; first: number; last: number }[] = [];
  #timers = new Set<NodeJS.Timeout>();
  readonly #delayMs: number;

  constructor(
    from: Socket,
    to: Socket,
    lane: Lane,
    delayMs: number,
    { onRead, onSent }: { onRead: (bytes: Buffer) => void; onSent: (bytes: number) => void },
  ) {
    this.#from = from;
    this.#to = to;
    this.#delayMs = delayMs;
    this.#onSent = onSent;
    from.on('data', (bytes) => {
      from.pause();
      onRead(bytes);
      const { first, last } = lane.book(bytes.length);
      this.#put({ bytes, first, last });
      this.#at(last - queueMs, () => this.#from.resume());
    });
    from.on('end', () => this.#put({ bytes: undefined, ...lane.book(0) }));
  }

  /** Cuts the connection: bytes that had left by now count as sent, but arrive nowhere. */
  cut(): void {
    const now = performance.now();
    for (const { bytes, first, last } of this.#pieces) {
      const part = last > first ? (now - first) / (last - first) : 1;
      this.#onSent(Math.round((bytes?.length ?? 0) * Math.min(1, Math.max(0, part))));
    }
    this.#pieces = [];
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #put(piece: { bytes: Buffer | undefined; first: number; last: number }): void {
    this.#pieces.push(piece);
    this.#at(piece.last + this.#delayMs, () => this.#deliver());
  }

  #deliver(): void {
    const piece = this.#pieces.shift();
    if (!piece) return;
    this.#onSent(piece.bytes?.length ?? 0);
    if (piece.bytes) this.#to.write(piece.bytes);
    else this.#to.end();
  }

  #at(when: number, work: () => void): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        work();
      },
      Math.max(0, when - performance.now()),
    );
    this.#timers.add(timer);
  }
}

interface Connection {
  client: Socket;
  upstream: Socket;
  pipes: readonly Pipe[];
}

/**
 * A TCP proxy on loopback with the rate and delay of a real network, which can be cut: then every connection is reset
 * and new ones are refused. Counts the bytes that clients sent, including those that were lost.
 */
export class ShapedNetwork {
  bytesUp = 0;
  /** The part of those bytes that belongs to heads of requests and fields of forms, and to no file. */
  envelopesUp = 0;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  readonly #shape: NetworkShape;
  readonly #up: Lane;
  readonly #down: Lane;
  #away = false;

  private constructor(targetPort: number, shape: NetworkShape) {
    this.#shape = shape;
    this.#up = new Lane(shape);
    this.#down = new Lane(shape);
    this.#server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) =>
      this.#accept(client, targetPort),
    );
  }

  static async start(targetPort: number, shape: NetworkShape): Promise<ShapedNetwork> {
    const network = new ShapedNetwork(targetPort, shape);
    network.#server.listen(0, '127.0.0.1');
    await once(network.#server, 'listening');
    return network;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.#away = true;
    for (const { client, upstream, pipes } of this.#connections) {
      for (const pipe of pipes) pipe.cut();
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
    this.#connections.clear();
  }

  restore(): void {
    this.#away = false;
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket, port: number): void {
    client.on('error', () => client.destroy());
    if (this.#away) {
      client.resetAndDestroy();
      return;
    }
    const { delayMs } = this.#shape;
    const upstream = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    const up = new Pipe(client, upstream, this.#up, delayMs, {
      onRead: (bytes) => {
        this.envelopesUp += envelopeOf(bytes);
      },
      onSent: (bytes) => {
        this.bytesUp += bytes;
      },
    });
    const unheeded = { onRead: () => undefined, onSent: () => undefined };
    const down = new Pipe(upstream, client, this.#down, delayMs, unheeded);
    const connection = { client, upstream, pipes: [up, down] };
    this.#connections.add(connection);
    const end = () => {
      this.#connections.delete(connection);
      for (const pipe of connection.pipes) pipe.cut();
      client.destroy();
      upstream.destroy();
    };
    upstream.on('error', end).on('close', end);
    client.on('error', end).on('close', end);
    // A new connection costs a round trip before its first byte.
    setTimeout(() => client.resume(), 2 * delayMs);
  }
}

/** Returns the number of bytes at the beginning of a piece that belong to a request's head, or to form fields. */
function envelopeOf(piece: Buffer): number {
  const start = piece.toString('latin1', 0, 8_192);
  const head = /^[A-Z]{3,7} \S+ HTTP\/1\.1\r\n/.test(start) ? start.indexOf('\r\n\r\n') + 4 : 0;
  if (!start.startsWith('--', head)) return head;
  const file = start.indexOf('filename="', head);
  return file < 0 ? head : start.indexOf('\r\n\r\n', file) + 4;
}
