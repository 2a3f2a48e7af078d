import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../.cache', import.meta.url));

/** Bits per second of noise that no encoder can make small. */
const rate = 40_000_000;

/**
 * A real recording (H.264, AAC, MP4 that plays from its start) of at least `megabytes` (MiB) for tests: noise with a
 * running clock. Made once into `.cache/`, where a second call finds it. Needs ffmpeg.
 * @returns its path
 */
export async function makeTestVideo(
  megabytes: number,
  path = `${cache}/test-video-${megabytes}mb.mp4`,
): Promise<string> {
  const wanted = megabytes * 1024 * 1024;
  const target = resolve(path);
  if (existsSync(target)) {
    if ((await stat(target)).size >= wanted) return target;
    await rm(target);
  }
  await mkdir(dirname(target), { recursive: true });
  // The name appears once the file is complete, and the file under it never changes: two tests may make it at once, and
  // the first may already upload it when the second finishes.
  const part = `${target}.${process.pid}.part`;
  const seconds = Math.ceil((wanted * 8) / rate) + 1;
  const size = `${rate / 1_000_000}M`;
  try {
    await run('ffmpeg', [
      ...[
        '-v',
        'error',
        '-nostdin',
        '-y',
        '-f',
        'lavfi',
        '-i',
        `testsrc2=s=1280x720:r=25:d=${seconds},noise=alls=60:allf=t`,
      ],
      ...[
        '-f',
        'lavfi',
        '-i',
        `sine=frequency=330:beep_factor=4:duration=${seconds}`,
        '-shortest',
        '-pix_fmt',
        'yuv420p',
      ],
      ...[
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-b:v',
        size,
        '-minrate',
        size,
        '-maxrate',
        size,
        '-bufsize',
        '10M',
      ],
      ...[
        '-x264-params',
        'nal-hrd=cbr:keyint=50',
        '-c:a',
        'aac',
        '-b:a',
        '128k',
        '-movflags',
        '+faststart',
        '-f',
        'mp4',
        part,
      ],
    ]);
    const made = (await stat(part)).size;
    if (made < wanted) throw new Error(`The test video has ${made} bytes of ${wanted}`);
    await link(part, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(part, { force: true });
  }
  return target;
}

if (import.meta.main) {
  const started = performance.now();
  const path = await makeTestVideo(Number(process.argv[2] ?? 64), process.argv[3]);
  const { size } = await stat(path);
  console.log(
    `${path}: ${(size / 1024 / 1024).toFixed(1)} MiB in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}
