import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Another server works in the folder. */
export class FolderTaken extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `Папка данных ${folder} занята другим сервером (процесс ${pid}). Остановите его или задайте другую DATA_DIR.`,
    );
    this.pid = pid;
  }
}

type Holder = { pid: number; started: string };

const heldHere = new Set<string>();

/**
 * Takes the data folder for this process, by a file that names it. PGlite has no lock of its own, and two processes on
 * one folder lose acknowledged rows; uploads live there with any database. The lock of a process that is gone, or whose
 * number another process has now, is taken over.
 * @returns gives the folder back
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(resolve(folder), 'server.lock');
  if (heldHere.has(file)) throw new FolderTaken(folder, process.pid);
  heldHere.add(file);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder);
    await claim(folder, file, own);
    return async () => {
      if ((await read(file)) === own) await rm(file, { force: true });
      heldHere.delete(file);
    };
  } catch (error) {
    heldHere.delete(file);
    throw error;
  }
}

async function claim(folder: string, file: string, own: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, own, { mode: 0o600, flush: true });
  try {
    // A link never replaces a file, so only one of several processes gets it, whole.
    while (!(await linked(aside, file))) {
      const text = await read(file);
      const holder = text === undefined ? undefined : parse(text);
      if (holder && lives(holder)) throw new FolderTaken(folder, holder.pid);
      if (text !== undefined) await removeStale(file, text);
    }
  } finally {
    await rm(aside, { force: true });
  }
}

/** Moves the file away before it goes: if another process has taken over meanwhile, its file is put back. */
async function removeStale(file: string, stale: string): Promise<void> {
  const away = `${file}.${process.pid}.stale`;
  try {
    await rename(file, away);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await read(away)) !== stale) await linked(away, file);
  await rm(away, { force: true });
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) && Number(pid) > 0 ? { pid: Number(pid), started: String(started ?? '') } : undefined;
  } catch {
    return undefined;
  }
}

function lives({ pid, started }: Holder): boolean {
  // In a container the number is often the same at every start.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(pid);
  return started === '' || now === '' || now === started;
}

/** When a process began, as the system tells it: a reused number has another beginning. Empty where it cannot be told. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22, counted behind the program's name, which may itself hold spaces and brackets.
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    if (process.platform === 'linux' || process.platform === 'win32') return '';
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
