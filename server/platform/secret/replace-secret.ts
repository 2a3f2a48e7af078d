import type { Database } from '#server/platform/db/index.ts';
import { dropOthers, forgetAll, holdKeys, listKeys, putKey } from './key-repository.ts';
import { untilNewSignsMs } from './open-secret.ts';
import { openSecretFile, readSecretFile, writeSecretFile } from './secret-file.ts';
import { bytesOf, newSecretText, readSecrets, replacedIn, withoutFormer } from './secret-text.ts';
import { fingerprintOf, SecretProblem } from './server-secret.ts';
import { addOfFolder, joinSecret, signing } from './shared-secret.ts';

type Place = { database: Database; dataDir: string; now: Date };

/**
 * Adds a new secret for signing; signatures by the present one are still accepted.
 * @returns the milliseconds after which the new one signs
 */
export async function replaceSecret({ database, dataDir, now }: Place): Promise<number> {
  const secret = newSecretText();
  if (database.kind === 'pglite') {
    await openSecretFile(dataDir);
    await writeSecretFile(dataDir, replacedIn((await readSecretFile(dataDir)) ?? '', secret));
    return 0;
  }
  const { db } = database;
  const ofFolder = await readSecretFile(dataDir);
  if (ofFolder === undefined && (await listKeys(db)).length === 0) {
    throw new SecretProblem(
      `Ключа ещё нет ни в базе данных, ни в папке ${dataDir}. Задайте DATA_DIR сервера или сначала запустите его.`,
    );
  }
  await joinSecret(db, { given: undefined, ofFolder }, now);
  const signsFrom = new Date(now.getTime() + untilNewSignsMs);
  await putKey(db, { fingerprint: fingerprintOf(bytesOf(secret)), secret, signsFrom, createdAt: now });
  return untilNewSignsMs;
}

/**
 * Accepts what the keys of the data folder signed, in a table that has others for long.
 * @returns how many keys were added
 */
export async function adoptSecret({ database, dataDir, now }: Place): Promise<number> {
  const ofFolder = await readSecretFile(dataDir);
  if (ofFolder === undefined) throw new SecretProblem(`В папке ${dataDir} ключа нет: задайте DATA_DIR сервера.`);
  if (database.kind === 'pglite') return 0;
  return addOfFolder(database.db, ofFolder, now);
}

/**
 * Drops all keys but the one that signs: their signatures are no longer accepted. Refused while a new key waits to
 * sign, because the key to be replaced would be the one that is kept.
 * @returns how many keys were dropped
 */
export async function dropFormerSecrets({ database, dataDir, now }: Place): Promise<number> {
  if (database.kind === 'pglite') {
    const kept = await readSecretFile(dataDir);
    if (kept === undefined) throw new SecretProblem(`В папке ${dataDir} ключа нет: задайте DATA_DIR сервера.`);
    await writeSecretFile(dataDir, withoutFormer(kept));
    return (readSecrets(kept)?.believed.length ?? 1) - 1;
  }
  return database.db.transaction(async (tx) => {
    await holdKeys(tx);
    const rows = await listKeys(tx);
    const waitMs = Math.max(
      0,
      ...rows.map(({ signsFrom, droppedAt }) => (droppedAt ? 0 : Number(signsFrom) - Number(now))),
    );
    if (waitMs > 0) {
      throw new SecretProblem(
        `Новый ключ начнёт подписывать через ${Math.ceil(waitMs / 1000)} с, до того прежний нужен: повторите тогда.`,
      );
    }
    const current = signing(rows, now);
    return current ? dropOthers(tx, current.fingerprint, now) : 0;
  });
}

/** Lets servers start with another secret when the given one is lost. The caller sees to it that no server runs. */
export async function forgetSecrets({ database, now }: Pick<Place, 'database' | 'now'>): Promise<void> {
  await database.db.transaction(async (tx) => {
    await holdKeys(tx);
    if (signing(await listKeys(tx), now)?.secret !== null) {
      throw new SecretProblem('Ключ не был задан настройкой SECRET или SECRET_FILE: забывать нечего.');
    }
    await forgetAll(tx, now);
  });
}
