import { statfs } from 'node:fs/promises';

/** What is always left on a disk: databases and logs need it. Bytes. */
const spare = 64 * 1024 * 1024;
/** So much is promised ahead to a file whose sender is not trusted to send it. Bytes. */
const stepBytes = 1024 * 1024;

/** What was promised by this process and is not written yet, in bytes. */
let promised = 0;

/**
 * Promises bytes of the disk that a folder lies on for as long as `use` runs, which tells what it has written of them.
 * @throws an error with the code `ENOSPC` before anything is written, where so much is not free beside what others were promised
 */
export async function withSpace<T>(
  folder: string,
  bytes: number,
  use: (wrote: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const promise = await makePromise(folder, bytes);
  try {
    return await use(promise.wrote);
  } finally {
    promise.end();
  }
}

/**
 * Finds room for a file of unknown length, `most` bytes at the most. What comes of it is passed on in steps, each of which
 * is promised when it begins: whoever says much and sends little takes no room from others.
 * @throws an error with the code `ENOSPC` before anything is written, where `most` is not free; what is returned, too, where
 *   others have taken it meanwhile
 */
export async function spaceInSteps(folder: string, most: number) {
  await assertFree(folder, most);
  return async function* passOn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let step = { left: 0, wrote: (_bytes: number) => {}, end: () => {} };
    let written = 0;
    try {
      for await (const piece of pieces) {
        if (step.left < piece.length) {
          step.end();
          step = await makePromise(folder, Math.max(piece.length, Math.min(stepBytes, most - written)));
        }
        yield piece;
        written += piece.length;
        step.wrote(piece.length);
      }
    } finally {
      step.end();
    }
  };
}

async function assertFree(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - promised < bytes + spare)
    throw Object.assign(new Error(`Not ${bytes} bytes free in ${folder}`), { code: 'ENOSPC' });
}

async function makePromise(folder: string, bytes: number) {
  await assertFree(folder, bytes);
  promised += bytes;
  const promise = {
    left: bytes,
    wrote(written: number): void {
      const given = Math.min(written, promise.left);
      promise.left -= given;
      promised -= given;
    },
    end: () => promise.wrote(promise.left),
  };
  return promise;
}
