import { open } from 'node:fs/promises';
import { headBytes } from './file-signature.ts';

/** Returns the first bytes of a file, enough to tell its type. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
