import type { Database } from '#server/platform/db/index.ts';
import { listKeys } from './key-repository.ts';
import { openSecretFile, readSecretFile } from './secret-file.ts';
import { type GivenSecrets, ServerSecret } from './server-secret.ts';
import { joinSecret, secretsOf } from './shared-secret.ts';

/** How soon a server knows of a new key; it signs only after `untilNewSignsMs`, when every server does. */
const lookMs = 15_000;
export const untilNewSignsMs = 60_000;

export type OpenedSecret = { secret: ServerSecret; close: () => void };

type Place = {
  database: Database;
  dataDir: string;
  /** By the environment. */
  given: GivenSecrets | undefined;
  onError: (error: unknown) => void;
  /** Prints a line for the person who started the server. */
  say?: (line: string) => void;
  clock?: () => Date;
};

/**
 * Opens the secret that tokens and addresses are signed with: the given one; else that of the database, which all servers
 * of one PostgreSQL share; with the embedded database the file in the data folder.
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
      // The key went out of the table into the settings of other servers: this one goes on with what it knows.
      if (!isReported) onError(error);
      isReported = true;
      return read.secrets;
    }
  };
  // Looked through once a second: a key that is known already may begin to sign.
  const current = () => {
    const now = clock();
    const second = Math.floor(now.getTime() / 1000);
    if (read.at !== second) read = { at: second, secrets: secretsNow(now) };
    return read.secrets;
  };
  return { secret: new ServerSecret(current), close: () => clearInterval(timer) };
}
