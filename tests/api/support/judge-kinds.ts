import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecording } from '#src/sync/uploads/recording-kind.ts';
import { comeOut, differences, encodersHere } from '#tests/recordings/come-out.ts';
import type { Group } from '#tests/recordings/recording-kind.ts';
import { isLong, sampled } from '#tests/support/level.ts';

/** Registers a test for each kind of these groups; at the short level for a sixth of the quick ones. */
export function judgeKinds(groups: readonly Group[]): void {
  let folder: string;
  let encoders: ReadonlySet<string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-kinds-'));
    encoders = await encodersHere();
  });
  afterAll(() => rm(folder, { recursive: true }));

  const all = groups.flatMap(({ title, kinds }) => kinds.map((kind) => [`${title}: ${kind.name}`, kind] as const));
  test.each(
    isLong
      ? all
      : sampled(
          all.filter(([, kind]) => kind.quick),
          6,
        ),
  )('%s', async (_name, kind) => {
    expect(kind.needs.filter((encoder) => !encoders.has(encoder))).toEqual([]);
    const bytes = kind.make();
    const path = join(folder, 'recording');
    await writeFile(path, bytes);
    const outcome = await comeOut(path, kind.expected);
    expect(differences(kind.expected, outcome)).toEqual([]);
    // A file that can be processed must be accepted by the page that sends it.
    const isLetThrough = isRecording(bytes.subarray(0, 1024), { name: kind.file, type: '' });
    expect(outcome.refused !== undefined || isLetThrough).toBe(true);
  });
}
