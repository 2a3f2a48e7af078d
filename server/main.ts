import './v8-flags.ts';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { connectionName, type Database, type Db, lockDataFolder, openDatabase } from '#server/platform/db/index.ts';
import { errorText } from '#server/platform/log/index.ts';
import { closeThreadPools } from '#server/platform/threads/index.ts';
import { buildApp, builtClient } from './app.ts';
import { openSnapshotSocket } from './backup/snapshot-socket.ts';
import { rejectUnfinishedRestore } from './backup/unfinished-restore.ts';
import { checkConfig } from './config/check-config.ts';
import { type Config, readConfig } from './config/read-config.ts';
import {
  checkClient,
  checkNeighbours,
  checkPrograms,
  checkSpeechModel,
  checkStorage,
  filesPlace,
  rejectContradictions,
} from './config/startup-checks.ts';
import { exitCodeOf, startupErrorText } from './config/startup-error-text.ts';
import { checkDemoPassword } from './demo/check-demo-password.ts';
import { isEmpty } from './demo/demo-repository.ts';
import { findDemoAccounts, seedDemo } from './demo/seed-demo.ts';
import { openServices } from './services.ts';
import { stopSignal } from './stop-signal.ts';
import { watchServer } from './telemetry/watch-server.ts';
import { createUpdatingPage } from './updating-page.ts';

const databaseLost =
  'Встроенная база данных остановилась с ошибкой, и сервер завершает работу. То, что он принял, сохранено: запустите его снова.';
const clock = () => new Date();
/** The app's log, once it exists; errors outside of requests are then written there. */
let log: FastifyBaseLogger | undefined;
const onError = (error: unknown) =>
  log ? log.error({ err: error }, 'beside requests') : console.error(errorText(error));

async function start(config: Config, closers: (() => Promise<unknown>)[]): Promise<Database> {
  rejectContradictions(config);
  const checked = [await checkPrograms(config), await checkSpeechModel(config), await checkClient(config, builtClient)];
  for (const warning of [...config.doubts, ...checked]) if (warning) console.warn(warning);
  closers.push(await lockDataFolder(config.dataDir));
  rejectUnfinishedRestore(config);
  const updating = createUpdatingPage(config);
  closers.push(() => updating.close());
  const name = connectionName(filesPlace(config.storageUrl), config.dataDir);
  const database = await openDatabase({
    url: config.databaseUrl,
    folder: join(config.dataDir, 'db'),
    name,
    limits: config.databaseLimits,
    watch: { begin: updating.open, say: (line) => console.log(line) },
  });
  closers.push(() => database.close());
  if (database.kind === 'pglite')
    closers.push(await openSnapshotSocket(database.connection, config.dataDir, (line) => console.warn(line)));
  await checkNeighbours(config, database);
  await checkDemoPassword(config, database.db);
  const services = await openServices(config, database, { clock, onError, say: (line) => console.log(line) });
  const away = await checkStorage(config, services.storage);
  if (away) console.warn(away);
  if (config.demo) await seedDemo({ ...services, password: config.demoPassword });
  const watching = await watchServer(config, services);
  closers.push(() => watching.close());
  const app = await buildApp(services, { watch: watching.watchApp });
  log = app.log;
  closers.push(closeThreadPools);
  closers.push(() => app.close());
  closers.push(() => services.stopping.drain(config.stop));
  await watching.listen();
  await updating.close();
  const address = await app.listen({ host: config.host, port: config.port });
  console.log(`Протокол: ${config.appUrl ?? address}`);
  for (const line of await firstSteps(config, database.db)) console.log(line);
  return database;
}

/** Returns how to sign in: the existing demo accounts, or how to add the first administrator. */
async function firstSteps({ demo, demoPassword }: Config, db: Db): Promise<string[]> {
  const accounts = demo ? await findDemoAccounts(db) : [];
  if (accounts.length > 0) {
    const lines = accounts.map(({ email, role }) => `  ${email} (${role})`);
    return [`Демонстрационные учётные записи, пароль ${demoPassword}:`, ...lines];
  }
  if (!(await isEmpty(db))) return [];
  return ['Пользователей ещё нет. Остановите сервер и создайте администратора: npm run admin:create'];
}

let config: Config | undefined;
const stopped = stopSignal(() => (config ? config.stop.drainMs + config.stop.finishMs : 0));
const closers: (() => Promise<unknown>)[] = [];
try {
  config = readConfig(process.env);
  if (process.argv.includes('--check-config')) {
    process.exitCode = (await checkConfig(config, builtClient, (line) => console.log(line))) ? 0 : 1;
  } else {
    const database = await start(config, closers);
    const lost = await Promise.race([stopped, database.kind === 'pglite' ? database.lost : stopped]);
    if (lost) {
      console.error(databaseLost);
      throw lost;
    }
  }
} catch (error) {
  console.error(startupErrorText(error, config) ?? errorText(error));
  process.exitCode = exitCodeOf(error);
}
// In the opposite order, each one even if the one before it failed.
for (const close of closers.reverse()) await close().catch(onError);
process.exit();
