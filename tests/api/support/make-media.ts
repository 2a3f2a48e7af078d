import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredSync } from '#tests/support/measured.ts';

/**
 * Makes a recording by ffmpeg with these arguments, the last of which is its name.
 * @param files files that the arguments may read, by name
 */
export function makeMedia(args: string[], files: Record<string, string | Uint8Array> = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'protokol-media-'));
  try {
    for (const [name, contents] of Object.entries(files)) writeFileSync(join(folder, name), contents);
    measuredSync('ffmpeg', () =>
      execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder, timeout: 300_000 }),
    );
    return readFileSync(join(folder, args.at(-1) ?? ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Input arguments: moving bars, a tone, silence. */
export const bars = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=5'];
export const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440'];
export const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono'];
/** Output arguments of formats that browsers play. */
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
