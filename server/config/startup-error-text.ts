import { statfsSync } from 'node:fs';
import { FolderTaken, NewerSchema } from '#server/platform/db/index.ts';
import { errorText } from '#server/platform/log/index.ts';
import { SecretProblem } from '#server/platform/secret/index.ts';
import { type Config, PassingFault, StartError } from './read-config.ts';

type SystemError = Partial<Pick<NodeJS.ErrnoException, 'code' | 'syscall' | 'path'>> & {
  dest?: string;
  port?: number;
  errcode?: number;
};

const diskFull = 'На диске закончилось место: освободите его или задайте другую DATA_DIR.';
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'];

/** By PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const databaseWords: Record<string, string> = {
  '28000':
    'PostgreSQL не пускает этого пользователя отсюда: проверьте его роль и строку для этого сервера в pg_hba.conf.',
  '28P01': 'База данных из DATABASE_URL не принимает имя или пароль.',
  '3D000': 'Базы данных, названной в DATABASE_URL, нет: создайте её.',
  '42501': 'У пользователя из DATABASE_URL нет прав создавать таблицы.',
  '53300': 'У PostgreSQL не осталось свободных подключений: увеличьте max_connections или уменьшите DATABASE_POOL.',
  '57P03': 'PostgreSQL из DATABASE_URL ещё запускается или останавливается.',
};

/** Free space in bytes that the embedded database may need to start: a segment of its log and a reserve. */
const startBytes = 32 * 1024 * 1024;
/** SQLITE_FULL, of the lock: https://www.sqlite.org/rescode.html#full */
const sqliteFull = 13;

/** Another server is there whose files are elsewhere. */
export class OtherFiles extends PassingFault {}

/** The exit code for settings with which no further start would succeed: EX_CONFIG of sysexits.h. */
export const wrongSettingsExit = 78;

/** Returns the exit code of a server that could not start. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof PassingFault) return 1;
  const isLasting = [StartError, NewerSchema, SecretProblem].some((kind) => error instanceof kind);
  return isLasting ? wrongSettingsExit : 1;
}

/** Returns why the server did not start, in one line for who started it; undefined for a fault of the server's own. */
export function startupErrorText(
  error: unknown,
  config: Config | undefined,
  findFree: (folder: string) => number = freeBytes,
): string | undefined {
  const isExpected = [StartError, FolderTaken, NewerSchema, SecretProblem].some((kind) => error instanceof kind);
  if (error instanceof Error && isExpected) return error.message;
  const root = rootOf(error);
  const { code = '', syscall, path, dest } = root;
  if (code === 'ENOTEMPTY') {
    return `В папке ${dest} что-то есть, но базы данных нет. Уберите это оттуда или задайте другую DATA_DIR.`;
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') return explainListen(root, config);
  if (path && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
    return `Папка данных недоступна для записи: ${path}. Проверьте права или задайте другую DATA_DIR.`;
  }
  if (code === 'ENOSPC' || root.errcode === sqliteFull) return diskFull;
  // A database that cannot write its log ends with an error of its own, which names no cause.
  if (config?.databaseUrl === undefined)
    return config && findFree(config.dataDir) < startBytes ? `${diskFull}\n${errorText(error)}` : undefined;
  return explainDatabase(code, messagesOf(error));
}

/** Returns why PostgreSQL takes no connection; some of its client's errors have a message alone. */
function explainDatabase(code: string, messages: string): string | undefined {
  const named = databaseWords[code];
  if (named !== undefined) return named;
  if (unreachable.includes(code))
    return 'База данных из DATABASE_URL не отвечает: проверьте адрес и запущен ли PostgreSQL.';
  if (/CERT|_VERIFY_|_ISSUER/.test(code))
    return `Сертификат PostgreSQL не проходит проверку (${code}): проверьте имя узла и sslrootcert в DATABASE_URL.`;
  if (/timeout expired|timeout exceeded|connection timeout/.test(messages))
    return 'База данных из DATABASE_URL не ответила вовремя (DATABASE_CONNECT_SECONDS): проверьте адрес и сеть до неё.';
  if (messages.includes('does not support SSL'))
    return 'PostgreSQL из DATABASE_URL работает без TLS: включите его там или уберите sslmode из адреса.';
  return undefined;
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function explainListen(error: SystemError, config: Config | undefined): string {
  const isForPeople = error.port === undefined || error.port !== config?.metrics?.port;
  const { host, port } = (isForPeople ? config : config?.metrics) ?? { host: '', port: 0 };
  const [hostName, portName] = isForPeople ? ['HOST', 'PORT'] : ['METRICS_HOST', 'METRICS_PORT'];
  if (error.code === 'EADDRINUSE')
    return `Порт ${port} на ${host} занят другой программой. Остановите её или задайте другой ${portName}.`;
  if (error.code === 'EACCES')
    return `Порт ${port} на ${host} недоступен без прав администратора. Задайте другой ${portName}.`;
  return `Адрес ${hostName} (${host}) на этом компьютере не найден.`;
}

/** Returns the innermost error, which has the code of the system or the database. */
function rootOf(error: unknown): SystemError {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined;
  if (inner instanceof Error) return rootOf(inner);
  return error instanceof Error ? (error as SystemError) : {};
}

/** Returns the messages of an error and of its causes. */
function messagesOf(error: unknown): string {
  return error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : '';
}
