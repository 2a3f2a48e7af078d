import './tune-collection.ts';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { checkPrograms, checkStorage } from './check-surroundings.ts';
import { type Config, readConfig } from './config.ts';
import { lockDataFolder } from './db/data-lock.ts';
import { openDatabase } from './db/open-database.ts';
import { demoAccounts, seedDemo } from './demo/seed-demo.ts';
import { explainStart } from './explain-start.ts';
import { errorText } from './plugins/error-text.ts';
import { openServices } from './services.ts';
import { stopSignal } from './stop-signal.ts';

const clock = () => new Date();
const onError = (error: unknown) => console.error(errorText(error));

async function start(config: Config, closers: (() => Promise<unknown>)[]): Promise<void> {
  const warning = await checkPrograms(config);
  if (warning) console.warn(warning);
  closers.push(await lockDataFolder(config.dataDir));
  const database = await openDatabase({ url: config.databaseUrl, folder: join(config.dataDir, 'db') });
  closers.push(() => database.close());
  const services = await openServices(config, database, { clock, onError, say: (line) => console.log(line) });
  await checkStorage(config, services.storage);
  if (config.demo) await seedDemo({ ...services, password: config.demoPassword });
  const app = await buildApp(services);
  closers.push(() => app.close());
  announce(config, await app.listen({ host: config.host, port: config.port }));
}

function announce(config: Config, address: string): void {
  console.log(`Протокол: ${config.appUrl ?? address}`);
  if (!config.demo) return;
  console.log(`Демонстрационные учётные записи, пароль ${config.demoPassword}:`);
  for (const { email, role } of demoAccounts) console.log(`  ${email} (${role})`);
}

const stopped = stopSignal();
const closers: (() => Promise<unknown>)[] = [];
let config: Config | undefined;
try {
  config = readConfig(process.env);
  await start(config, closers);
  await stopped;
} catch (error) {
  console.error(explainStart(error, config) ?? errorText(error));
  process.exitCode = 1;
}
// In the opposite order, each one even if the one before it failed.
for (const close of closers.reverse()) await close().catch(onError);
process.exit();
