import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { countOutstanding, type Db } from '#server/platform/db/index.ts';
import { errorText } from '#server/platform/log/index.ts';
import { openStorage } from '#server/platform/storage/index.ts';
import type { Config } from './read-config.ts';
import {
  checkClient,
  checkDataFolder,
  checkNeighbours,
  checkPrograms,
  checkSpeechModel,
  checkStorage,
  rejectContradictions,
} from './startup-checks.ts';
import { startupErrorText } from './startup-error-text.ts';

/**
 * `npm start -- --check-config`: prints what a start with these settings would do, line by line. Nothing is changed:
 * the database and the storage are only asked whether they answer.
 * @param built where the build writes the app
 * @returns whether a server would start
 */
export async function checkConfig(config: Config, built: string, say: (line: string) => void): Promise<boolean> {
  for (const line of [...planOf(config), ...config.doubts]) say(line);
  const checks = [
    async () => rejectContradictions(config),
    async () => {
      for (const warning of [await checkPrograms(config), await checkSpeechModel(config)]) if (warning) say(warning);
    },
    () => checkDataFolder(config),
    async () => {
      const unbuilt = await checkClient(config, built);
      if (unbuilt) say(unbuilt);
    },
    () => askDatabase(config, say),
    async () => {
      if (config.storageUrl === undefined) return;
      const storage = await openStorage({
        dataDir: config.dataDir,
        url: config.storageUrl,
        answerMs: config.storageMs,
      });
      const away = await checkStorage(config, storage);
      if (away) say(away);
    },
  ];
  const troubles: string[] = [];
  for (const check of checks) {
    await check().catch((error: unknown) => troubles.push(startupErrorText(error, config) ?? errorText(error)));
  }
  for (const trouble of troubles) say(trouble);
  say(troubles.length === 0 ? 'Сервер запустится.' : 'Сервер не запустится.');
  return troubles.length === 0;
}

const roleWords = { all: 'всё', api: 'только ответы, задания делают другие', worker: 'только задания' };

function planOf(config: Config): string[] {
  const { databaseUrl, storageUrl, storagePublicUrl, smtpUrl, secrets, transcribe, speechModel, llm, metrics, traces } =
    config;
  const secretPlace =
    databaseUrl === undefined ? `в ${config.dataDir}/secret` : 'в базе данных, общий для всех серверов';
  return [
    `Режим: ${config.isProduction ? 'рабочий' : 'проба'}`,
    `Роль: ${roleWords[config.role]}`,
    `Слушает: ${config.host}, порт ${config.port}`,
    `Адрес для людей: ${config.appUrl ?? `http://${config.host}:${config.port}`}`,
    `Прокси, которым верит: ${config.trustProxy}`,
    `Папка данных: ${config.dataDir}`,
    `База данных: ${databaseUrl === undefined ? 'встроенная' : `PostgreSQL ${hostOf(databaseUrl)}`}`,
    `Файлы: ${storageUrl === undefined ? `в ${config.dataDir}/files` : `S3, ${new URL(storageUrl).hostname}, браузеры берут их ${storagePublicUrl ? `у ${storagePublicUrl}` : 'у сервера'}`}`,
    `Ключ: ${secrets ? 'из настройки' : secretPlace}`,
    `Почта: ${smtpUrl === undefined ? `складывается в ${config.dataDir}/mail` : `${hostOf(smtpUrl)}, от ${config.mailFrom.address}`}`,
    `Распознавание речи: ${transcribe ? hostOf(transcribe.url) : (speechModel ?? 'не подключено')}`,
    `Языковая модель: ${llm ? hostOf(llm.url) : 'не подключена'}`,
    `Метрики: ${metrics ? `${metrics.host}, порт ${metrics.port}, /metrics` : 'не отдаются'}`,
    `Трассировка: ${traces ? hostOf(traces.url) : 'не отправляется'}`,
    `Демонстрационные данные: ${config.demo ? 'да' : 'нет'}`,
  ];
}

function hostOf(url: string): string {
  const { host, pathname, protocol } = new URL(url);
  return protocol.startsWith('postgres') ? `${host}${pathname}` : host;
}

async function askDatabase(config: Config, say: (line: string) => void): Promise<void> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  // When the connection is lost, the query fails; the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const count = await countOutstanding(client);
    if (count > 0) say(`База данных будет обновлена, миграций: ${count}`);
    await checkNeighbours(config, { kind: 'postgres', db: drizzle(client) as unknown as Db });
  } finally {
    await client.end();
  }
}
