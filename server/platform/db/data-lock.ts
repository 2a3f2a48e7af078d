import { constants, existsSync, writeFileSync } from 'node:fs';
import { access, mkdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The process that holds the folder, as recorded in `server.pid`; the number is valid on its own machine only. */
type Holder = { pid: number; host: string };

/** Another server works in the folder. */
export class FolderTaken extends Error {
  /** ` (процесс 123)`, with the host name if it is another machine; empty if `server.pid` does not tell. */
  readonly who: string;

  constructor(folder: string, holder: Holder | undefined) {
    const where = holder && holder.host !== hostname() ? ` на компьютере «${holder.host}»` : '';
    const who = holder ? ` (процесс ${holder.pid}${where})` : '';
    super(`Папка данных ${folder} занята другим сервером${who}. Остановите его или задайте другую DATA_DIR.`);
    this.who = who;
  }
}

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const busy = 5;

/** The file that is locked; it is never removed. */
export const lockName = 'data.lock';

/** Locks live as long as their connection: one that nothing refers to would be closed by the garbage collection. */
const locks = new Set<DatabaseSync>();

/**
 * Takes the data folder for this process: PGlite has no lock of its own, and two processes on one folder lose
 * acknowledged rows; uploads live there with any database. The lock is the operating system's, taken by SQLite on
 * `data.lock`: it holds between containers that share the folder and ends with the process, however that ends.
 * `server.pid` only tells people which process holds it.
 *
 * Nothing else may open `data.lock`: under POSIX, closing any descriptor of a file releases all locks of the process on
 * it. Nor is the file ever removed: a lock on an unlinked file keeps nobody out.
 * @returns a function that releases the folder
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
  const description = join(resolve(folder), 'server.pid');
  const lock = takeLock(join(resolve(folder), lockName));
  if (!lock) throw new FolderTaken(folder, await readHolder(description));
  locks.add(lock);
  writeFileSync(description, `${process.pid}\n${hostname()}\n`, { mode: 0o600 });
  return async () => {
    if (!locks.delete(lock)) return;
    await rm(description, { force: true });
    lock.close();
  };
}

/** Whether a process has taken the folder; it need not be there. */
export function isFolderTaken(folder: string): boolean {
  const file = join(resolve(folder), lockName);
  if (!existsSync(file)) return false;
  const lock = takeLock(file);
  lock?.close();
  return !lock;
}

/** @returns the connection that holds the lock; undefined where another one does */
function takeLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    // Locks the file without writing to it.
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  const [pid, host] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return Number(pid) > 0 && host ? { pid: Number(pid), host } : undefined;
}
