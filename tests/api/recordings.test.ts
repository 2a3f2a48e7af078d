import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecording } from '#src/sync/uploads/recording-kind.ts';
import { groups } from '#tests/recordings/all-kinds.ts';
import { comeOut, differences, encodersHere } from '#tests/recordings/come-out.ts';
import { isLong } from '#tests/support/level.ts';

/* The quick third of the set; all of it by `npm run faults -- recordings` and at the long level. */

let folder: string;
let encoders: ReadonlySet<string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-kinds-'));
  encoders = await encodersHere();
});
afterAll(() => rm(folder, { recursive: true }));

const all = groups.flatMap(({ title, kinds }) => kinds.map((kind) => ({ title, kind })));
const chosen = all.filter(({ kind }) => isLong || kind.quick);

test.each(chosen.map((each) => [`${each.title}: ${each.kind.name}`, each.kind] as const))('%s', async (_name, kind) => {
  const lacking = kind.needs.filter((encoder) => !encoders.has(encoder));
  expect(isLong ? [] : lacking, 'encoders that ffmpeg lacks').toEqual([]);
  if (lacking.length > 0) return;
  const bytes = kind.make();
  const path = join(folder, 'recording');
  await writeFile(path, bytes);
  const outcome = await comeOut(path, kind.expected.look);
  expect(differences(kind.expected, outcome)).toEqual([]);
  // What can be processed must be let through by the page that sends it.
  const isLetThrough = isRecording(bytes.subarray(0, 1024), { name: kind.file, type: '' });
  expect(outcome.refused !== undefined || isLetThrough).toBe(true);
});

test('the set is large, and no name stands in it twice', () => {
  const names = all.map(({ title, kind }) => `${title} ${kind.name}`);
  expect(names.length).toBeGreaterThanOrEqual(120);
  expect(new Set(names).size).toBe(names.length);
});
