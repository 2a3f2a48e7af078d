import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readModelFolder, SpeechFailure } from '#server/modules/recordings/index.ts';
import { connectionName, type Database, type Db, findNeighbours } from '#server/platform/db/index.ts';
import { findProgram } from '#server/platform/media/index.ts';
import { reachStorage, type Storage } from '#server/platform/storage/index.ts';
import { type Config, isLoopback, PassingFault, StartError } from './read-config.ts';
import { OtherFiles } from './startup-error-text.ts';

/**
 * Looks for the programs that process videos. Throws a StartError for a path that leads nowhere.
 * @returns a warning where they are only not installed: the server works without them
 */
export async function checkPrograms({ tools, role }: Config): Promise<string | undefined> {
  if (role === 'api') return undefined;
  const named = { FFMPEG_PATH: tools.ffmpeg, FFPROBE_PATH: tools.ffprobe };
  for (const [variable, name] of Object.entries(named)) {
    if (await findProgram(name)) continue;
    if (name.includes('/')) {
      throw new StartError(`Неверная настройка ${variable} («${name}»): программы там нет или её нельзя запустить.`);
    }
    return `Не найдена программа ${name}: видео принимаются, но не обрабатываются, пока не установлен ffmpeg.`;
  }
  return undefined;
}

/**
 * Refuses to start beside other servers of the same database that do not see this one's files, or whose files this one does
 * not see.
 */
export async function checkNeighbours(
  { storageUrl, dataDir }: Config,
  database: { kind: Database['kind']; db: Db },
): Promise<void> {
  if (database.kind !== 'postgres') return;
  const files = filesPlace(storageUrl);
  const neighbours = await findNeighbours(database.db, connectionName(files, dataDir));
  const other = files === 'folder' ? neighbours[0] : neighbours.find((each) => each.files === 'folder');
  if (!other) return;
  const whose = files === 'folder' ? 'этому серверу' : 'тому серверу';
  throw new OtherFiles(
    `С этой базой данных работает ещё один сервер (${other.address}), а файлы у них порознь: задайте STORAGE_URL и ${whose}.`,
  );
}

/** Throws the system's error where the data folder cannot be written to, or made. */
export async function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!found) return checkDataFolder({ dataDir: dirname(dataDir) });
  if (!found.isDirectory()) throw Object.assign(new Error('Not a folder'), { code: 'ENOTDIR', path: dataDir });
  await access(dataDir, constants.W_OK);
}

/**
 * Looks for the page of the app. Throws a StartError where `CLIENT_DIR` has none.
 * @param built where the build writes it
 * @returns a warning where people work without it: another host may serve it
 */
export async function checkClient(
  { clientDir, isProduction, role }: Config,
  built: string,
): Promise<string | undefined> {
  if (role === 'worker') return undefined;
  const folder = clientDir ?? built;
  const isThere = await access(join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isThere) return undefined;
  if (clientDir !== undefined)
    throw new StartError(`Неверная настройка CLIENT_DIR («${clientDir}»): собранного приложения (index.html) там нет.`);
  return isProduction
    ? `Приложение не собрано: папки ${built} нет, и страниц сервер не отдаёт. Выполните npm run build, если их не отдаёт другой.`
    : undefined;
}

/** Returns where this server keeps files, as its neighbours learn it. */
export function filesPlace(storageUrl: string | undefined) {
  return storageUrl === undefined ? 'folder' : 'storage';
}

/**
 * Asks the storage whether it is there, whichever it is. Throws a StartError where an object storage refuses the settings.
 * @returns a warning where it is only away: the server starts, and is not ready until it is back
 */
export async function checkStorage({ storageUrl, storageMs }: Config, storage: Storage): Promise<string | undefined> {
  try {
    await reachStorage(storage, storageMs);
    return undefined;
  } catch (cause) {
    if (storageUrl === undefined) throw cause;
    const root = innermost(cause);
    const [reason] = (root.message || root.name).split('\n', 1);
    if (root.name === 'NoSuchBucket') {
      const bucket = new URL(storageUrl).hostname;
      throw new StartError(`В хранилище из STORAGE_URL нет корзины «${bucket}»: создайте её или исправьте имя.`, {
        cause,
      });
    }
    if (!isRefusal(root))
      return `Хранилище из STORAGE_URL пока не отвечает (${reason}): файлы недоступны, пока оно не вернётся.`;
    throw new PassingFault(`Хранилище из STORAGE_URL не принимает ключи доступа или настройки (${reason}).`, { cause });
  }
}

/**
 * Looks into the folder of the speech model, without loading it.
 * @returns a warning of what is wrong with it: the server works without, and it may be replaced while it runs
 */
export async function checkSpeechModel({ speechModel, role }: Config): Promise<string | undefined> {
  if (speechModel === undefined || role === 'api') return undefined;
  try {
    await readModelFolder(speechModel);
    return undefined;
  } catch (error) {
    if (!(error instanceof SpeechFailure)) throw error;
    return `Распознавание речи не работает (SPEECH_MODEL). ${error.message}`;
  }
}

/** Returns the innermost error, which is that of the network or the storage. */
function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

/** Whether the storage refuses these settings, or keys for it are missing. */
function isRefusal(error: Error & { $metadata?: { httpStatusCode?: number } }): boolean {
  const status = error.$metadata?.httpStatusCode ?? 0;
  // 301 answers for a bucket of another region. 408 and 429 pass by themselves.
  return (
    (status >= 300 && status < 500 && status !== 408 && status !== 429) || error.name === 'CredentialsProviderError'
  );
}

/**
 * Throws a StartError for settings that contradict each other. If people work with the server (`NODE_ENV=production`,
 * or a `DATABASE_URL` unless `NODE_ENV` says that it is a trial), also for settings with which mails or their links
 * would not work.
 */
export function rejectContradictions(config: Config): void {
  const { role, databaseUrl, storageUrl, storagePublicUrl } = config;
  if (role !== 'all' && databaseUrl === undefined) {
    throw new StartError(
      `ROLE=${role} без DATABASE_URL: со встроенной базой работает один сервер, и он делает всё. Задайте DATABASE_URL или уберите ROLE.`,
    );
  }
  if (storagePublicUrl !== undefined && storageUrl === undefined) {
    throw new StartError(
      'STORAGE_PUBLIC_URL задан без STORAGE_URL: файлы лежат на этом сервере, и читать их больше негде. Задайте STORAGE_URL или уберите STORAGE_PUBLIC_URL.',
    );
  }
  if (!config.isProduction) return;
  const trial = 'Для пробы задайте NODE_ENV=development.';
  if (config.appUrl === undefined || isLoopback(new URL(config.appUrl).hostname)) {
    const reason =
      config.appUrl === undefined ? 'Не задан APP_URL' : `APP_URL (${config.appUrl}) ведёт на этот же компьютер`;
    throw new StartError(
      `${reason}: ссылки в письмах никому бы не открылись. Задайте адрес, по которому приложение открывают люди. ${trial}`,
    );
  }
  if (config.smtpUrl === undefined && !config.isMailOff) {
    throw new StartError(
      `Не задан SMTP_URL: приглашения и ссылки для пароля никому бы не пришли. Задайте почтовый сервер или SMTP_URL=off. ${trial}`,
    );
  }
}
