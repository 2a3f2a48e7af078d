import type { Database } from '#server/platform/db/index.ts';
import { listKeys } from './key-repository.ts';
import { openSecretFile, readSecretFile } from './secret-file.ts';
import { type GivenSecrets, ServerSecret } from './server-secret.ts';
import { joinSecret, secretsOf } from './shared-secret.ts';

/** How often a server looks for a new key. A new key signs only after `untilNewSignsMs`, when every server knows it. */
const lookMs = 15_000;
export const untilNewSignsMs = 60_000;

export type OpenedSecret = { secret: ServerSecret; close: () => void };

type Place = {
  database: Database;
  dataDir: string;
  /** From the environment. */
  given: GivenSecrets | undefined;
  onError: (error: unknown) => void;
  /** Prints a line for the person who started the server. */
  say?: (line: string) => void;
  clock?: () => Date;
};

/**
 * Opens the secret by which tokens and addresses are signed: the given one; else that of the database, which all
 * servers of one PostgreSQL share; with the embedded database, the file in the data folder.
 */
export async function openSecret({
  database,
  dataDir,
  given,
  onError,
  say,
  clock = () => new Date(),
}: Place): Promise<OpenedSecret> {
  const nothing = () => undefined;
  if (database.kind === 'pglite') {
    const secrets = given ?? (await openSecretFile(dataDir));
    return { secret: new ServerSecret(() => secrets), close: nothing };
  }
  const { db } = database;
  const ofFolder = given ? undefined : await readSecretFile(dataDir);
  const joined = await joinSecret(db, { given, ofFolder, say }, clock());
  if (given) return { secret: new ServerSecret(() => joined), close: nothing };
  let rows = await listKeys(db);
  let read = { at: 0, secrets: joined };
  const timer = setInterval(() => {
    listKeys(db).then((found) => {
      rows = found;
      read = { ...read, at: 0 };
    }, onError);
  }, lookMs);
  timer.unref();
  let isReported = false;
  const secretsNow = (now: Date) => {
    try {
      return secretsOf(rows, now);
    } catch (error) {
      // The key was moved from the table into the settings of other servers: this server keeps the one it knows.
      if (!isReported) onError(error);
      isReported = true;
      return read.secrets;
    }
  };
  // Computed anew once a second: a key that is already known may begin to sign.
  const current = () => {
    const now = clock();
    const second = Math.floor(now.getTime() / 1000);
    if (read.at !== second) read = { at: second, secrets: secretsNow(now) };
    return read.secrets;
  };
  return { secret: new ServerSecret(current), close: () => clearInterval(timer) };
}
