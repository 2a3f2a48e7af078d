import { existsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/config/read-config.ts';
import { flush } from '#server/platform/storage/index.ts';

const markerOf = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** From now on no server starts in this data folder, until the restore is whole: a copy that can still send would. */
export async function markRestore(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await (await open(markerOf(dataDir), 'w', 0o600)).close();
  await flush(dataDir);
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(markerOf(dataDir), { force: true });
}

/** Throws a StartError where a restore was broken off. */
export function rejectUnfinishedRestore({ dataDir }: { dataDir: string }): void {
  if (!existsSync(markerOf(dataDir))) return;
  throw new StartError(
    `Восстановление в папку ${dataDir} не закончилось: данные в ней неполные. Очистите её, базу данных и хранилище файлов и повторите npm run restore.`,
  );
}
