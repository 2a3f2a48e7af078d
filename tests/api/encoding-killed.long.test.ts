import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlayable } from '#server/modules/recordings/processing/playable.ts';
import { probe } from '#server/modules/recordings/processing/probe.ts';
import { until } from '#tests/support/processes.ts';
import { bars, makeMedia, tone } from './support/make-media.ts';

const execute = promisify(execFile);
let folder: string;
let original: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-sections-'));
  // ffmpeg runs in real time, so that it can be killed in the middle.
  await writeFile(join(folder, 'slow'), '#!/bin/sh\nexec ffmpeg -re "$@"\n', { mode: 0o755 });
  await writeFile(join(folder, 'told'), `#!/bin/sh\necho "$@" >> ${folder}/log\nexec ffmpeg "$@"\n`, { mode: 0o755 });
  original = join(folder, 'original');
  await writeFile(original, makeMedia([...bars, ...tone, '-t', '5', '-c:v', 'mpeg4', '-c:a', 'libmp3lame', 'v.avi']));
});
afterAll(() => rm(folder, { recursive: true }));

test('a killed encoding resumes after the sections kept, and its result equals an uninterrupted one', async () => {
  const work = { signal: new AbortController().signal, progress: () => undefined };
  const tools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', sectionSeconds: 1 };
  const workIn = async (name: string, how: object) => {
    const workDir = join(folder, name);
    await mkdir(workDir);
    return { ...work, tools, workDir, ...how };
  };
  const { media } = await probe(original, await workIn('probe', {}));
  const once = await makePlayable(original, media, await workIn('once', {}));

  const kept = join(folder, 'kept');
  const list = async () => (await readdir(kept).catch(() => [])).sort();
  const killed = new AbortController();
  const slow = { tools: { ...tools, ffmpeg: join(folder, 'slow') }, signal: killed.signal, kept };
  const making = makePlayable(original, media, await workIn('killed', slow));
  await until(async () => (await list()).length === 2 || undefined, 'two sections');
  killed.abort();
  await expect(making).rejects.toThrow();
  const before = await list();
  const times = () => Promise.all(before.map(async (name) => (await stat(join(kept, name))).mtimeMs));
  const written = await times();

  const percents: number[] = [];
  const told = {
    tools: { ...tools, ffmpeg: join(folder, 'told') },
    progress: (percent: number) => percents.push(percent),
  };
  const rest = await makePlayable(original, media, await workIn('rest', { ...told, kept }));
  expect(await times()).toEqual(written);
  expect(percents[0]).toBeGreaterThanOrEqual(25);
  expect(await whatComesOut(rest.path)).toEqual(await whatComesOut(once.path));
  expect(rest.duration).toBe(once.duration);

  // Finished sections are not made again where a server was killed while it joined them.
  await writeFile(join(folder, 'log'), '');
  const again = await makePlayable(original, media, await workIn('again', { ...told, kept }));
  expect(await readFile(join(folder, 'log'), 'utf8')).not.toMatch(/libx264|-c:a aac/);
  expect(again.duration).toBe(once.duration);
});

/** Returns when each picture and each piece of sound is played. */
async function whatComesOut(path: string): Promise<string[]> {
  const read = ['-v', 'error', '-i', path, '-map', '0', '-fps_mode', 'passthrough', '-f', 'framecrc', '-'];
  const { stdout } = await execute('ffmpeg', read, { maxBuffer: 64 * 1024 ** 2 });
  const rows = stdout
    .split('\n')
    .filter((row) => /^\d/.test(row))
    .sort();
  return rows.map((row) => (row.startsWith('0,') ? row.split(',').slice(0, 4).join() : row));
}
