import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage, type Storage, StorageAway } from '#server/platform/storage/index.ts';
import { patientStorage } from './patient-storage.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-patient-'));
  storage = await openStorage({ dataDir: folder, url: undefined });
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the storage, whose `adopt` fails the first `times` times. */
function failing(times: number, error: Error): Storage {
  let left = times;
  const adopt: Storage['adopt'] = (...file) => (left-- > 0 ? Promise.reject(error) : storage.adopt(...file));
  return { ...storage, adopt };
}

async function made(): Promise<string> {
  const path = join(folder, 'made');
  await writeFile(path, 'hours of work');
  return path;
}
const away = new StorageAway('no answer');
const never = new AbortController().signal;

test('a finished file is written once the storage is back', async () => {
  await patientStorage(failing(2, away), never, [0, 0, 0]).adopt(await made(), 'videos/u/playable.mp4');
  expect(await readFile(join(folder, 'files/videos/u/playable.mp4'), 'utf8')).toBe('hours of work');
});

test('an original is fetched again once the storage is back; work on it that fails is not repeated', async () => {
  await storage.put('videos/u/original', Buffer.from('an hour'));
  let [left, works] = [2, 0];
  const withLocalFile: Storage['withLocalFile'] = (...asked) =>
    left-- > 0 ? Promise.reject(away) : storage.withLocalFile(...asked);
  const patient = patientStorage({ ...storage, withLocalFile }, never, [0, 0, 0]);
  expect(await patient.withLocalFile('videos/u/original', folder, (path) => readFile(path, 'utf8'))).toBe('an hour');
  const failed = patient.withLocalFile('videos/u/original', folder, () => {
    works += 1;
    return Promise.reject(away);
  });
  await expect(failed).rejects.toBe(away);
  expect(works).toBe(1);
});

test('a storage that stays away, a full disk and an abort are reported as errors', async () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const path = await made();
  const patient = (times: number, error: Error, signal = never, waits = [0]) =>
    patientStorage(failing(times, error), signal, waits).adopt(path, 'videos/u/poster.jpg');
  await expect(patient(2, away)).rejects.toBe(away);
  await expect(patient(1, full)).rejects.toBe(full);
  await expect(patient(1, away, AbortSignal.abort(), [60_000])).rejects.toMatchObject({ name: 'AbortError' });
});
