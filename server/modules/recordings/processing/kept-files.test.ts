import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptFiles } from './kept-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-kept-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the state of kept files is read again; a damaged one counts as none', async () => {
  const kept = new KeptFiles(folder, ['picture']);
  const none = { complaints: '', isWhole: false };
  expect(await kept.readState()).toEqual(none);
  await kept.writeState({ complaints: 'broken frame', isWhole: true }, folder);
  expect(await kept.readState()).toEqual({ complaints: 'broken frame', isWhole: true });
  const [name = ''] = await readdir(folder);
  for (const damaged of ['', '{"complaints":', '\0\0', '7']) {
    await writeFile(join(folder, name), damaged);
    expect(await kept.readState(), damaged).toEqual(none);
  }
});
