// The folder for what tests write. Works on Node 20 with the standard library alone.
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const gigabyte = 2 ** 30;

/**
 * Makes a folder for all temporary files of a run: in memory where there is plenty of it, else on the disk. Databases of
 * hundreds of small files come and go in a run, and ext4 does not give out an inode again within five seconds of its
 * deletion: looking for another one took a quarter of the time of all processors.
 * @returns {{ folder: string, remove(): void }}
 */
export function makeTemporaryFolder() {
  removeAbandoned();
  const folder = makeFolderInMemory() ?? makeFolder(tmpdir());
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Returns undefined where there is no room, or where no program may be run: tests put stands of programs there. */
function makeFolderInMemory() {
  let folder;
  try {
    if (!hasRoomInMemory()) return undefined;
    folder = makeFolder(memory);
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o755 });
    accessSync(program, constants.X_OK);
    return folder;
  } catch {
    if (folder) rmSync(folder, { recursive: true });
    return undefined;
  }
}

function makeFolder(parent) {
  // The process id tells the next run whether this one was killed.
  const folder = mkdtempSync(join(parent, `protokol-test-${process.pid}-`));
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755);
  return folder;
}

function hasRoomInMemory() {
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 4 * gigabyte && freemem() >= 8 * gigabyte;
}

/** Removes what killed runs left in memory. */
function removeAbandoned() {
  let names = [];
  try {
    names = readdirSync(memory);
  } catch {
    return;
  }
  for (const name of names) {
    const pid = Number(/^protokol-test-(\d+)-/.exec(name)?.[1]);
    try {
      if (pid && !isRunning(pid)) rmSync(join(memory, name), { recursive: true, force: true });
    } catch {
      // It belongs to somebody else.
    }
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
