import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { unpackTar } from 'modern-tar';
import pg from 'pg';
import { databaseArchive } from './database-archive.ts';
import { EmbeddedConnection } from './embedded-connection.ts';
import type { EnginePlace } from './embedded-engine.ts';
import type { FromWorker, ToWorker } from './pglite-worker.ts';

/** PostgreSQL in a thread of this process. */
export type EmbeddedDatabase = {
  connection: EmbeddedConnection;
  /** Resolves when the thread has ended unasked; from then on every query fails. */
  lost: Promise<Error>;
  close(): Promise<void>;
};

/**
 * Opens the PostgreSQL whose files are in `folder`. A first start unpacks the archive, which takes one second; creating
 * a new database would take five. The caller holds the lock on the data folder.
 */
export async function openEmbeddedDatabase(folder: string): Promise<EmbeddedDatabase> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await unpackDatabase(folder);
  return startThread({ folder });
}

/** A database in memory, from the archive: for tests. */
export async function openMemoryDatabase(): Promise<EmbeddedDatabase> {
  return startThread({ archive: await databaseArchive() });
}

/**
 * Puts an empty database into a folder. It is unpacked next to it and then renamed, so that an interrupted start leaves
 * no partial database; a folder that holds anything is never replaced (ENOTEMPTY).
 */
export async function unpackDatabase(folder: string): Promise<void> {
  const temporary = `${folder}.new`;
  await rm(temporary, { recursive: true, force: true });
  await writeArchive(await databaseArchive(), temporary);
  await rename(temporary, folder);
}

async function startThread(place: EnginePlace): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: place });
  const received = (what: FromWorker) =>
    new Promise<void>((resolve) => {
      worker.on('message', (message: FromWorker) => message === what && resolve());
    });
  let isClosing = false;
  let reason: Error | undefined;
  worker.on('error', (error: Error) => {
    reason = error;
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const broken = ended.then(() => new Error('The thread of the embedded database has ended', { cause: reason }));
  await Promise.race([received('open'), broken.then((error) => Promise.reject(reason ?? error))]);

  const socket = new WorkerSocket(worker);
  const client = new pg.Client({
    ...{ user: 'postgres', database: 'postgres', ssl: false },
    stream: () => socket,
    pipeline: true,
  });
  // When the thread is lost, queries fail and `lost` reports it.
  client.on('error', () => undefined);
  await client.connect();
  void broken.then((error) => socket.destroy(error));
  const lost = new Promise<Error>((resolve) => {
    void broken.then((error) => !isClosing && resolve(error));
  });
  const connection = new EmbeddedConnection(client);
  return {
    connection,
    lost,
    async close() {
      if (reason) return;
      // Waits for those who have the connection or queue for it.
      await connection.exclusive(async () => {
        isClosing = true;
        worker.postMessage('close' satisfies ToWorker);
      });
      await ended;
      if (reason) throw reason;
    },
  };
}

/**
 * Writes the folders and files of a tar archive into `folder`, readable by the owner alone, and waits for the disk. For
 * archives of this project's own making only: paths are taken as they are.
 */
async function writeArchive(archive: Uint8Array, folder: string): Promise<void> {
  for (const { header, data } of await unpackTar(archive)) {
    const path = join(folder, header.name);
    if (header.type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
    else await write(path, data ?? new Uint8Array());
  }
}

async function write(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** The socket that node-postgres gets for its connection: it leads to the thread of the embedded database. */
class WorkerSocket extends Duplex {
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
