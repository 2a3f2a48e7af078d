import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderTaken, lockDataFolder } from './data-lock.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-lock-'));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await rm(folder, { recursive: true, force: true });
});

const module = fileURLToPath(new URL('data-lock.ts', import.meta.url));
/**
 * Takes the folder, prints «taken» or the error, and stays alive. With `again`, it first replaces its program by
 * `execve`.
 */
const script = `
  import { lockDataFolder } from ${JSON.stringify(module)};
  const [folder, again] = process.argv.slice(1);
  try {
    await lockDataFolder(folder);
    if (again === 'again') process.execve(process.execPath, [process.execPath, ...process.execArgv, folder]);
    console.log('taken');
  } catch (error) {
    console.log(error.message);
  }
  setInterval(() => undefined, 1000);
`;
const program = ['--input-type=module', '-e', script];
/**
 * Arguments of `unshare` for a PID namespace of its own, as a container has: a process number means nothing outside it.
 */
const namespace = ['--pid', '--fork', '--kill-child', '--mount-proc'];
/** Where only root may have one, everybody may in a user namespace, where the machine allows those. */
const allowed = [namespace, ['--user', '--map-root-user', ...namespace]].find(mayUnshare);

async function start(command: string, args: string[]): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  if (!child.stdout) throw new Error('no output');
  const [said] = await once(createInterface(child.stdout), 'line');
  return { child, said };
}

const startHolder = (...args: string[]) => start(process.execPath, [...program, folder, ...args]);
const startInNamespace = () => start('unshare', [...(allowed ?? []), process.execPath, ...program, folder]);

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function mayUnshare(into: readonly string[]): boolean {
  try {
    execFileSync('unshare', [...into, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a folder can be locked once, and again after its release', async () => {
  const unlock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(FolderTaken);
  await expect(lockDataFolder(join(folder, '.'))).rejects.toThrow(`занята другим сервером (процесс ${process.pid})`);
  await unlock();
  expect(await readdir(folder)).toEqual(['data.lock']);
  await (await lockDataFolder(folder))();
});

test('a living process keeps its lock; once it is killed, the next one gets it at once', async () => {
  const { child, said } = await startHolder();
  expect(said).toBe('taken');
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `Папка данных ${folder} занята другим сервером (процесс ${child.pid}). Остановите его или задайте другую DATA_DIR.`,
  );
  await kill(child);
  await (await lockDataFolder(folder))();
});

test('a process in another PID namespace is refused, and refuses others', async ({ skip }) => {
  const forbidden = 'This machine forbids `unshare --pid`: allow user namespaces, or give the container CAP_SYS_ADMIN';
  if (allowed === undefined) {
    // Nobody reads what CI skips.
    if (process.env.CI) throw new Error(forbidden);
    process.stderr.write(`Skipped: two PID namespaces on one data folder. ${forbidden}\n`);
    skip(forbidden);
  }
  const holder = await startHolder();
  const other = await startInNamespace();
  expect(other.said).toMatch(`Папка данных ${folder} занята другим сервером`);
  await kill(holder.child);
  const next = await startInNamespace();
  expect(next.said).toBe('taken');
  await expect(lockDataFolder(folder)).rejects.toThrow(FolderTaken);
});

test.each([
  ['of a process that is not there', `${2 ** 30}\n${hostname()}\n`, `(процесс ${2 ** 30})`],
  ['of this very number', `${process.pid}\n${hostname()}\n`, `(процесс ${process.pid})`],
  ['of another machine', '1\nother\n', '(процесс 1 на компьютере «other»)'],
  ['that was cut off', 'x', 'занята другим сервером. Остановите'],
  ['that is gone', undefined, 'занята другим сервером. Остановите'],
])('a living process keeps its lock with a server.pid %s', async (_case, description, words) => {
  await startHolder();
  if (description === undefined) await rm(join(folder, 'server.pid'));
  else await writeFile(join(folder, 'server.pid'), description);
  await expect(lockDataFolder(folder)).rejects.toThrow(words);
  await expect(lockDataFolder(folder)).rejects.toThrow(FolderTaken);
});

test('a server.pid left by a killed process is ignored, even if its process number is in use', async () => {
  await writeFile(join(folder, 'server.pid'), `${process.ppid}\n${hostname()}\n`);
  const unlock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(`(процесс ${process.pid})`);
  await unlock();
});

test('a process that replaces itself by a new program gets its lock again', async () => {
  expect((await startHolder('again')).said).toBe('taken');
  await expect(lockDataFolder(folder)).rejects.toThrow(FolderTaken);
});
