import { createHash } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '#server/config/read-config.ts';
import type { EmbeddedConnection } from '#server/platform/db/index.ts';
import { errorText } from '#server/platform/log/index.ts';

/** Maximum length of the path of a socket, in bytes: https://man7.org/linux/man-pages/man7/unix.7.html */
const longestPath = 103;

/** How often a server that copies says that it still does, and the silence after which it counts as stuck. */
const usualPace = { beatMs: 5_000, silenceMs: 60_000 };

/** The socket lies in the data folder, which its owner alone may enter; on Windows it is a pipe. */
function socketOf(dataDir: string): string {
  const hash = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24);
  return process.platform === 'win32' ? `\\\\.\\pipe\\protokol-${hash}` : join(resolve(dataDir), 'snapshot.sock');
}

function isTooLong(path: string): boolean {
  return Buffer.byteLength(path) > longestPath;
}

/**
 * Lets `npm run backup` ask a running server for a copy of its embedded database, which only the server's own process may
 * open. Where the path is too long for a socket there is none, and the command says so; one that cannot be opened is only told.
 * @returns closes it
 */
export async function openSnapshotSocket(
  database: EmbeddedConnection,
  dataDir: string,
  warn: (line: string) => void,
  { beatMs } = usualPace,
): Promise<() => Promise<void>> {
  const path = socketOf(dataDir);
  if (isTooLong(path)) return async () => undefined;
  const server = createServer((connection) => {
    connection.on('error', () => undefined);
    createInterface(connection).once('line', (folder) => {
      // Blanks, which are no part of the answer.
      const beat = setInterval(() => connection.write(' '), beatMs);
      connection.once('close', () => clearInterval(beat));
      void copyDatabase(database, dataDir, folder)
        .then(
          () => 'ok',
          (error: unknown) => errorText(error),
        )
        .then((answer) => {
          clearInterval(beat);
          connection.end(`${answer}\n`);
        });
    });
  });
  // Left by a killed process: the data folder is locked, so nobody else listens there.
  if (process.platform !== 'win32') await rm(path, { force: true });
  try {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(path, done));
  } catch (error) {
    warn(`Копию базы во время работы сделать не получится: сокет ${path} не открылся (${(error as Error).message}).`);
    return async () => undefined;
  }
  return () => new Promise((done) => server.close(() => done()));
}

/**
 * Copies the files of the database while no query runs. The copy is in the state after a power cut, from which
 * PostgreSQL recovers.
 */
async function copyDatabase(database: EmbeddedConnection, dataDir: string, folder: string): Promise<void> {
  if (relative(resolve(dataDir), resolve(folder)).startsWith('..'))
    throw new Error('The copy belongs into the data folder');
  await database.query('checkpoint');
  await database.exclusive(() => cp(join(dataDir, 'db'), folder, { recursive: true }));
}

/** How many times longer the first sign of life may take than the next ones. */
const beforeFirstSign = 30;

/** Has the server that works in `dataDir` copy its database to a folder below it. */
export async function askForSnapshot(dataDir: string, folder: string, { silenceMs } = usualPace): Promise<void> {
  const path = socketOf(dataDir);
  if (isTooLong(path)) {
    throw new StartError(
      `Путь к папке данных слишком длинный, чтобы копировать базу работающего сервера: ${dataDir}. Остановите сервер на время копирования.`,
    );
  }
  const answer = await new Promise<string>((done, fail) => {
    const connection = createConnection(path, () => connection.write(`${folder}\n`));
    let received = '';
    connection.on('data', (text) => {
      received += text;
      connection.setTimeout(silenceMs);
    });
    // A server of the version before gives no sign of life while it copies.
    connection.setTimeout(silenceMs * beforeFirstSign, () => connection.destroy(new Error('The server is silent')));
    connection.once('end', () => done(received.trim()));
    connection.once('error', fail);
  }).catch((cause: unknown) => {
    throw new StartError('Сервер работает с этой папкой данных, но не отвечает на просьбу скопировать базу.', {
      cause,
    });
  });
  if (answer !== 'ok') throw new StartError(`Сервер не смог скопировать базу: ${answer || 'связь прервалась'}.`);
}
