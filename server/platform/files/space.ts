import { statfs } from 'node:fs/promises';

/** What is always left on a disk: databases and logs need it. Bytes. */
const spare = 64 * 1024 * 1024;

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
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - promised < bytes + spare)
    throw Object.assign(new Error(`Not ${bytes} bytes free in ${folder}`), { code: 'ENOSPC' });
  let left = bytes;
  promised += left;
  const give = (wanted: number) => {
    const given = Math.min(wanted, left);
    left -= given;
    promised -= given;
  };
  try {
    return await use(give);
  } finally {
    give(left);
  }
}
