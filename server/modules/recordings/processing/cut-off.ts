import type { FileHandle } from 'node:fs/promises';
import { boxesOf, maxParts } from './mov-boxes.ts';

/** Returns whether the bytes of a file end before its container does. */
type Look = (file: FileHandle, size: number, head: Buffer, signal: AbortSignal) => Promise<boolean> | boolean;

/**
 * Returns whether a recording breaks off, judged by the sizes that its container announces; false if the container
 * announces none.
 * @param container ffmpeg's name of the container
 */
export async function isCutOff(
  container: string,
  file: FileHandle,
  size: number,
  signal: AbortSignal,
): Promise<boolean> {
  const look = looks[container];
  return look ? look(file, size, await bytesAt(file, 0, 64), signal) : false;
}

const looks: Record<string, Look> = {
  mov: async (file, size, _head, signal) => (await boxesOf(file, size, signal)).end > size,
  matroska: endsInSegment,
  avi: async (file, size, _head, signal) => (await endOfMovie(file, size, signal)) > size,
  wav: (_file, size, head) => isBeyond(head.readUInt32LE(4), 8, size) && head.toString('latin1', 0, 4) === 'RIFF',
  aiff: (_file, size, head) => isBeyond(head.readUInt32BE(4), 8, size),
  au: (_file, size, head) => isBeyond(head.readUInt32BE(8), head.readUInt32BE(4), size),
  w64: (_file, size, head) => head.readBigUInt64LE(16) > size,
  asf: async (file, size) => (await sizeOfAsf(file)) > size,
  ogg: endsWithoutLastPage,
  mpegts: endsWithinPacket,
  mp3: endsBeforeIndex,
};

/** A streamed file announces no size, or about the maximum of 31 or 32 bits. */
function isBeyond(announced: number, before: number, size: number): boolean {
  const isStreamed = announced >= 0xffff_fff0 || (announced >= 0x7fff_f000 && announced / 2 > size);
  return announced !== 0 && !isStreamed && announced + before > size;
}

/** A Matroska file begins with two elements: its type, and the segment that contains everything else. */
async function endsInSegment(file: FileHandle, size: number): Promise<boolean> {
  const head = await bytesAt(file, 0, 4096);
  const kind = elementSize(head, 4);
  if (!kind) return false;
  const at = 4 + kind.bytes + (kind.size ?? 0);
  if (at + 12 > head.length || head.readUInt32BE(at) !== 0x18538067) return false;
  const segment = elementSize(head, at + 4);
  return segment?.size !== undefined && at + 4 + segment.bytes + segment.size > size;
}

function elementSize(bytes: Buffer, at: number): { bytes: number; size?: number } | undefined {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length < 1 || length > 8 || at + length > bytes.length) return undefined;
  let size = (bytes[at] ?? 0) & (0xff >> length);
  let isUnknown = size === 0xff >> length;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    size = size * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? { bytes: length } : { bytes: length, size };
}

/**
 * Returns the end of an AVI's pictures and sound; long files consist of several RIFF chunks in a row. A file without
 * its index still counts as complete.
 */
async function endOfMovie(file: FileHandle, size: number, signal: AbortSignal): Promise<number> {
  let end = 0;
  for (let at = 0, count = 0; at + 12 <= size; count += 1) {
    signal.throwIfAborted();
    if (count === maxParts) return 0;
    const head = await bytesAt(file, at, 16);
    const name = head.toString('latin1', 0, 4);
    const next = at + 8 + head.readUInt32LE(4) + (head.readUInt32LE(4) % 2);
    if (name === 'LIST' && head.toString('latin1', 8, 12) === 'movi') end = next;
    // RIFF chunks are entered, all others skipped.
    at = name === 'RIFF' ? at + 12 : next;
  }
  return end;
}

const fileProperties = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');

async function sizeOfAsf(file: FileHandle): Promise<number> {
  const head = await bytesAt(file, 0, 8192);
  const at = head.indexOf(fileProperties);
  return at < 0 || at + 48 > head.length ? 0 : Number(head.readBigUInt64LE(at + 40));
}

/** The last page of an Ogg stream is marked as the last one. */
async function endsWithoutLastPage(file: FileHandle, size: number): Promise<boolean> {
  const most = 128 * 1024;
  const tail = await bytesAt(file, Math.max(0, size - most), most);
  const at = tail.lastIndexOf('OggS');
  return at >= 0 && ((tail[at + 5] ?? 0) & 4) === 0;
}

/**
 * All packets have the same length and begin with the same byte; camcorders put a timestamp before it, some
 * broadcasters a checksum after the packet.
 */
async function endsWithinPacket(file: FileHandle, size: number, head: Buffer): Promise<boolean> {
  const mark = head[0] === 0x47 ? 0 : 4;
  const first = await bytesAt(file, 0, 1024);
  const isLong = [0, 1, 2, 3].every((packet) => first[packet * 204] === 0x47);
  const length = mark === 4 ? 192 : isLong ? 204 : 188;
  const last = await bytesAt(file, Math.max(0, Math.floor(size / length) - 1) * length, length);
  return size % length !== 0 || last[mark] !== 0x47;
}

/** The index at the beginning of many MP3 files gives their size in bytes. */
async function endsBeforeIndex(file: FileHandle, size: number, head: Buffer): Promise<boolean> {
  const isTagged = head.toString('latin1', 0, 3) === 'ID3';
  const [a = 0, b = 0, c = 0, d = 0] = isTagged ? head.subarray(6, 10) : [];
  const start = isTagged ? 10 + ((a << 21) | (b << 14) | (c << 7) | d) : 0;
  const frame = await bytesAt(file, start, 256);
  const at = Math.max(frame.indexOf('Xing'), frame.indexOf('Info'));
  if (at < 0 || at + 16 > frame.length) return false;
  const flags = frame.readUInt32BE(at + 4);
  // The number of frames precedes the number of bytes if both are present.
  const bytes = flags & 2 ? frame.readUInt32BE(at + 8 + (flags & 1 ? 4 : 0)) : 0;
  return start + bytes > size;
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  // A missing header reads as zeros.
  return bytesRead < 16
    ? Buffer.concat([buffer.subarray(0, bytesRead), Buffer.alloc(16)])
    : buffer.subarray(0, bytesRead);
}
