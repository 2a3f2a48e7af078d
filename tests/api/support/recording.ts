import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredSync } from '#tests/support/measured.ts';

const kinds = {
  /** Played by browsers as it is; the index is at the end. */
  mp4: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', 'file.mp4'],
  /** The same with the index at the front: truncated, it still looks complete. */
  faststart: [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-movflags',
    '+faststart',
    'file.mp4',
  ],
  /** As browsers record: it contains no length. */
  webm: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', '-live', '1', 'file.webm'],
  /** Played by no browser. */
  avi: ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'mp3', 'file.avi'],
  mp3: ['-vn', '-c:a', 'libmp3lame', 'file.mp3'],
} as const;

/** Makes a real recording of moving bars and a tone by ffmpeg. */
export function makeRecording(kind: keyof typeof kinds, seconds = 4, size = '320x240'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'protokol-recording-'));
  try {
    const picture = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=15`];
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
    const args = ['-v', 'error', ...picture, ...sound, '-t', String(seconds), ...kinds[kind]];
    measuredSync('ffmpeg', () => execFileSync('ffmpeg', args, { cwd: folder }));
    return readFileSync(join(folder, kinds[kind].at(-1) ?? ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
