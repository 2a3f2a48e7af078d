import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './pglite-worker.ts';

/** The socket that node-postgres gets for its connection: it leads to the thread of the embedded database. */
export class WorkerSocket extends Duplex {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => {
      if (typeof message !== 'string') this.push(Buffer.from(message.buffer));
    });
  }

  /** Called as that of a `net.Socket`. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  override _read(): void {}

  override _write(message: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#worker.postMessage(message satisfies ToWorker);
    done();
  }

  /** Joins pending chunks into one message: each message costs a switch of threads. */
  override _writev(parts: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}
