import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './processes.ts';

/** Waits for the token on disk: Chromium writes localStorage some seconds late, and a kill before that signs out. */
export async function tokenIsOnDisk(profile: string): Promise<void> {
  const store = join(profile, 'Default', 'Local Storage', 'leveldb');
  await until(async () => {
    const logs = (await readdir(store)).filter((name) => name.endsWith('.log') || name.endsWith('.ldb'));
    const texts = await Promise.all(logs.map((name) => readFile(join(store, name), 'latin1').catch(() => '')));
    return texts.some((text) => text.includes('user_id')) ? true : undefined;
  }, 'the session on the browser’s disk');
}
