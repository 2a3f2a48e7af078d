import type { FileHandle } from 'node:fs/promises';

/** A part of an ISO file, or QuickTime; `end` may lie beyond the file. */
export type Box = { name: string; at: number; end: number };

const names = 'ftyp moov mdat free skip wide moof mfra sidx ssix styp uuid pnot udta meta emsg prft'.split(' ');

/** The boxes that a file consists of; what follows a recording is none of its business. */
export async function boxesOf(file: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= size; ) {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, at);
    const name = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    // The last one may say that it goes on to the end of the file, whatever that is.
    const length = short === 0 ? size - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (!names.includes(name) || length < 8) break;
    boxes.push({ name, at, end: at + length });
    at += length;
  }
  return boxes;
}

/** No index of a recording is larger: an hour takes half a megabyte. */
const longestIndex = 64 * 1024 * 1024;

/** Whether the index names picture or sound as encrypted, which ffmpeg does not tell. */
export async function isEncrypted(file: FileHandle, size: number): Promise<boolean> {
  const index = (await boxesOf(file, size)).find(({ name }) => name === 'moov');
  if (!index) return false;
  const bytes = Buffer.alloc(Math.min(longestIndex, size - index.at, index.end - index.at));
  await file.read(bytes, 0, bytes.length, index.at);
  return ['encv', 'enca'].some((name) => bytes.includes(name)) && bytes.includes('sinf');
}
