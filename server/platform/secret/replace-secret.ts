import type { Database } from '#server/platform/db/index.ts';
import { dropOthers, holdKeys, listKeys, putKey } from './key-repository.ts';
import { untilNewSignsMs } from './open-secret.ts';
import { openSecretFile, readSecretFile, writeSecretFile } from './secret-file.ts';
import { bytesOf, newSecretText, replacedIn, withoutFormer } from './secret-text.ts';
import { fingerprintOf } from './server-secret.ts';
import { joinSecret, signing } from './shared-secret.ts';

type Place = { database: Database; dataDir: string; now: Date };

/**
 * Puts a new secret in the place of the one that signs, which goes on being believed.
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
  await joinSecret(db, { given: undefined, ofFolder: await readSecretFile(dataDir) }, now);
  const signsFrom = new Date(now.getTime() + untilNewSignsMs);
  await putKey(db, { fingerprint: fingerprintOf(bytesOf(secret)), secret, signsFrom, createdAt: now });
  return untilNewSignsMs;
}

/** What any other key than the one that signs has signed is not believed any more. */
export async function dropFormerSecrets({ database, dataDir, now }: Place): Promise<void> {
  if (database.kind === 'pglite') {
    await writeSecretFile(dataDir, withoutFormer((await readSecretFile(dataDir)) ?? ''));
    return;
  }
  await database.db.transaction(async (tx) => {
    await holdKeys(tx);
    const current = signing(await listKeys(tx), now);
    if (current) await dropOthers(tx, current.fingerprint, now);
  });
}
