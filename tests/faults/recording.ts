import { execFile } from 'node:child_process';
import { createHash, randomFillSync } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, link, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chunkBytes } from '#contract/recordings/upload.ts';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../.cache', import.meta.url));

/** Eight chunks; the last is shorter, with an odd length. */
const size = 63 * 1024 * 1024 + 17;

/** The file that every cell uploads. */
export interface Recording {
  path: string;
  size: number;
  sha256: string;
  /** Number of its chunks. */
  chunks: number;
}

/**
 * Makes a file with a second of video, followed by bytes that differ in every chunk. Players skip them, so that
 * processing costs next to nothing. Made once, in `.cache/`. Needs ffmpeg.
 */
export async function openRecording(): Promise<Recording> {
  const path = join(cache, `fault-recording-${size}.mp4`);
  if (!existsSync(path)) await make(path);
  return { path, size, sha256: await sha256Of(path), chunks: Math.ceil(size / chunkBytes) };
}

/** SHA-256 of a file, in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(bytes);
  return hash.digest('hex');
}

async function make(path: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  // The file gets its name once it is complete: several workers may make it at the same time.
  const part = `${path}.${process.pid}.part`;
  try {
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=5:d=1', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...picture, '-movflags', '+faststart', '-f', 'mp4', part]);
    const filling = Buffer.alloc(size - (await stat(part)).size);
    randomFillSync(filling);
    filling.writeUInt32BE(filling.length, 0);
    filling.write('free', 4, 'latin1');
    await appendFile(part, filling);
    await link(part, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(part, { force: true });
  }
}
