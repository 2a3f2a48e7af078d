import { join } from 'node:path';
import { FolderTaken, lockDataFolder, openDatabase } from '#server/platform/db/index.ts';
import { errorText } from '#server/platform/log/index.ts';
import { addAdmin } from './admin/add-admin.ts';
import { adminOfEnvironment, askForAdmin } from './admin/new-admin.ts';
import { withTerminal } from './admin/terminal.ts';
import { type Config, readConfig, StartError } from './config.ts';
import { explainStart } from './explain-start.ts';

// `npm run admin:create`: the first administrator of an installation without demo data, or another one.
async function create(config: Config, closers: (() => Promise<unknown>)[]): Promise<string> {
  const given = adminOfEnvironment(process.env);
  if (!given && !process.stdin.isTTY) {
    throw new StartError('Задайте ADMIN_EMAIL, ADMIN_PASSWORD и ADMIN_NAME или выполните команду в терминале.');
  }
  // Only the embedded database has one process at a time; PostgreSQL takes a row beside a server that runs.
  if (config.databaseUrl === undefined) closers.push(await lockForAdmin(config.dataDir));
  const database = await openDatabase({ url: config.databaseUrl, folder: join(config.dataDir, 'db') });
  closers.push(() => database.close());
  const admin = given ?? (await withTerminal(askForAdmin));
  await addAdmin(database.db, admin);
  return admin.email.toLowerCase();
}

async function lockForAdmin(dataDir: string): Promise<() => Promise<void>> {
  return lockDataFolder(dataDir).catch((cause: unknown) => {
    if (!(cause instanceof FolderTaken)) throw cause;
    throw new StartError(
      `С папкой данных ${dataDir} работает сервер${cause.who}. Остановите его, создайте администратора и запустите сервер снова.`,
      { cause },
    );
  });
}

const closers: (() => Promise<unknown>)[] = [];
let config: Config | undefined;
try {
  config = readConfig(process.env);
  const email = await create(config, closers);
  console.log(`Администратор ${email} создан: войдите с этим e-mail и паролем.`);
} catch (error) {
  console.error(explainStart(error, config) ?? errorText(error));
  process.exitCode = 1;
}
for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(errorText(error)));
process.exit();
