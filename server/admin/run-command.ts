import { join } from 'node:path';
import { type Database, FolderTaken, lockDataFolder, openDatabase } from '#server/platform/db/index.ts';
import { errorText } from '#server/platform/log/index.ts';
import { type Config, readConfig, StartError } from '../config/read-config.ts';
import { startupErrorText } from '../config/startup-error-text.ts';

type Work = (config: Config, open: (onMigration?: () => void) => Promise<Database>) => Promise<string>;

/**
 * Runs a command beside the server and ends the process. `work` opens the database when it needs it, and returns the
 * final message. With the embedded database no server may run meanwhile: `before` completes the message that asks to
 * stop it.
 */
export async function runCommand(before: string, work: Work): Promise<never> {
  const closers: (() => Promise<unknown>)[] = [];
  let config: Config | undefined;
  try {
    const read = readConfig(process.env);
    config = read;
    const open = async (onMigration?: () => void) => {
      if (read.databaseUrl === undefined) closers.push(await lockFolder(read.dataDir, before));
      const database = await openDatabase({
        url: read.databaseUrl,
        folder: join(read.dataDir, 'db'),
        limits: read.databaseLimits,
        watch: { begin: async () => onMigration?.(), say: (line) => console.log(line) },
      });
      closers.push(() => database.close());
      return database;
    };
    console.log(await work(read, open));
  } catch (error) {
    console.error(startupErrorText(error, config) ?? errorText(error));
    process.exitCode = 1;
  }
  for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(errorText(error)));
  process.exit();
}

async function lockFolder(dataDir: string, before: string): Promise<() => Promise<void>> {
  return lockDataFolder(dataDir).catch((cause: unknown) => {
    if (!(cause instanceof FolderTaken)) throw cause;
    throw new StartError(
      `С папкой данных ${dataDir} работает сервер${cause.who}. Остановите его, ${before} и запустите сервер снова.`,
      { cause },
    );
  });
}
