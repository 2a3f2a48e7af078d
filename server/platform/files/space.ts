import { statfs } from 'node:fs/promises';

/** Bytes always left free on a disk: databases and logs need them. */
const spare = 64 * 1024 * 1024;
/** Bytes reserved at a time for a file whose sender may not send as much as announced. */
const stepBytes = 1024 * 1024;

/** Bytes that this process has reserved and not written yet. */
let promised = 0;

/**
 * Reserves bytes on a folder's disk while `use` runs; `use` reports the bytes that it has written.
 * @throws an error with the code `ENOSPC` before anything is written, if so much is not free besides other reservations
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
 * Finds room for a file of unknown length, at most `most` bytes. The function returned passes its pieces on and
 * reserves space step by step: whoever announces much and sends little takes no room from others.
 * @throws an error with the code `ENOSPC` before anything is written, if `most` bytes are not free; the generator
 *   throws it, too, if others have taken the space meanwhile
 */
export async function spaceInSteps(folder: string, most: number) {
  await assertFree(folder, most);
  return async function* continueRun(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
