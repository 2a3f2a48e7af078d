import type { FileHandle } from 'node:fs/promises';

/** A box of an ISO or QuickTime file; `end` may be beyond the file. */
type Box = { at: number; end: number };

/** Maximum number of boxes, each of which costs a read; a day of two-second fragments has fewer. */
export const maxParts = 100_000;

const names = 'ftyp moov mdat free skip wide moof mfra sidx ssix styp uuid pnot udta meta emsg prft'.split(' ');

/**
 * Returns the index of a file, and the end of its last box; data after the recording is ignored. With more than `most`
 * boxes, `end` is 0.
 */
export async function boxesOf(
  file: FileHandle,
  size: number,
  signal: AbortSignal,
  most = maxParts,
): Promise<{ index?: Box; end: number }> {
  let index: Box | undefined;
  const head = Buffer.alloc(16);
  let at = 0;
  for (let count = 0; at + 8 <= size; count += 1) {
    signal.throwIfAborted();
    if (count === most) return { ...(index && { index }), end: 0 };
    await file.read(head.fill(0), 0, 16, at);
    const name = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    // The last box may extend to the end of the file, whatever that is.
    const length = short === 0 ? size - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (!names.includes(name) || length < 8) break;
    if (name === 'moov') index ??= { at, end: at + length };
    at += length;
  }
  return { ...(index && { index }), end: at };
}

/** Maximum size of a recording's index; an hour takes half a megabyte. */
const longestIndex = 64 * 1024 * 1024;

/**
 * Returns the tracks that the index describes as encrypted, which ffmpeg does not report; it counts tracks in the same
 * order.
 */
export async function encryptedTracks(file: FileHandle, size: number, signal: AbortSignal): Promise<Set<number>> {
  const { index } = await boxesOf(file, size, signal);
  if (!index) return new Set();
  const bytes = Buffer.alloc(Math.min(longestIndex, size - index.at, index.end - index.at));
  await file.read(bytes, 0, bytes.length, index.at);
  const encrypted = new Set<number>();
  let track = 0;
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length < 8) break;
    if (bytes.toString('latin1', at + 4, at + 8) === 'trak') {
      if (isEncrypted(bytes.subarray(at, at + length))) encrypted.add(track);
      track += 1;
    }
    at += length;
  }
  return encrypted;
}

/** The format of the samples follows the header of the `stsd` box. */
function isEncrypted(track: Buffer): boolean {
  const at = track.indexOf('stsd');
  return at >= 0 && ['encv', 'enca'].includes(track.toString('latin1', at + 16, at + 20));
}
