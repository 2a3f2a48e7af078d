import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { isTimeZone } from '#contract/time-zone.ts';
import { type DatabaseLimits, usualDatabaseLimits } from '#server/platform/db/index.ts';
import { type ModelService, namesProxies } from '#server/platform/http/index.ts';
import { type LogLevel, logLevels } from '#server/platform/log/index.ts';
import { type MailAddress, mailFromOf, readMailAddress } from '#server/platform/mail/index.ts';
import { type GivenSecrets, readSecrets } from '#server/platform/secret/index.ts';
import { usualStorageMs } from '#server/platform/storage/index.ts';
import { type ServerRole, serverRoles } from '../server-role.ts';
import { suggestSetting } from './suggest-setting.ts';

/** A reason not to start, in one line for the person who started the server. */
export class StartError extends Error {}

/** The password of the README: only allowed where the server is reached from this machine alone. */
export const defaultDemoPassword = 'protokol';

/** Whether a name or an address is of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

function address(protocols: readonly string[], error: string) {
  return z.string().check(z.refine((text) => protocols.includes(protocolOf(text)), { error }));
}

const httpAddress = address(['http:', 'https:'], 'нужен адрес вида https://пример.рф/');
const text = z.optional(z.string());
const onOff = z.pipe(
  z.enum(['on', 'off', '1', '0', 'true', 'false'], 'нужно on или off'),
  z.transform((word) => ['on', '1', 'true'].includes(word)),
);
const mailAddress = z
  .string()
  .check(
    z.refine((line) => readMailAddress(line) !== undefined, { error: 'нужен адрес вида «Протокол <почта@пример.рф>»' }),
  );
const proxies = z
  .string()
  .check(z.refine(namesProxies, { error: 'нужны адреса через запятую, например loopback, 10.0.0.0/8' }));
const zoneName = z.string().check(z.refine(isTimeZone, { error: 'нужно название часового пояса, например Asia/Omsk' }));
const mailServer = address(['smtp:', 'smtps:'], 'нужен адрес вида smtps://имя:пароль@узел');
const wholeNumber = (least: number, most: number) => {
  const error = `нужно целое число от ${least} до ${most}`;
  const written = z.string().check(z.regex(/^\d{1,6}$/, error));
  return z.pipe(written, z.pipe(z.transform(Number), z.int().check(z.gte(least, error), z.lte(most, error))));
};
/** Schema of a setting written in seconds and parsed to milliseconds. */
const seconds = (most: number, least = 0) => {
  const error = `нужно число секунд от ${least} до ${most}`;
  const written = z.string().check(z.regex(/^\d{1,5}([.,]\d{1,3})?$/, error));
  const read = z.transform((text: string) => Math.round(Number(text.replace(',', '.')) * 1000));
  return z.pipe(written, z.pipe(read, z.int().check(z.gte(least * 1000, error), z.lte(most * 1000, error))));
};
const shareError = 'нужна доля от 0 до 1';
const share = z.pipe(
  z.string().check(z.regex(/^\d(\.\d{1,6})?$/, shareError)),
  z.pipe(z.transform(Number), z.number().check(z.lte(1, shareError))),
);
const hostName = z.string().check(z.regex(/^[\w.:-]+$/, 'нужно имя или IP-адрес'));
const portError = 'нужно целое число от 0 до 65535';

const variables = z.object({
  PORT: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}$/, portError)),
      z.pipe(z.transform(Number), z.int().check(z.lte(65_535, portError))),
    ),
    3000,
  ),
  HOST: z._default(hostName, '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  CLIENT_DIR: text,
  DATABASE_URL: z.optional(address(['postgres:', 'postgresql:'], 'нужен адрес вида postgres://имя:пароль@узел/база')),
  STORAGE_URL: z.optional(address(['s3:'], 'нужен адрес вида s3://корзина/папка?endpoint=…&region=…')),
  STORAGE_PUBLIC_URL: z.optional(httpAddress),
  SMTP_URL: z.optional(z.union([z.literal('off'), mailServer], 'нужен адрес вида smtps://имя:пароль@узел')),
  MAIL_FROM: z.optional(mailAddress),
  APP_URL: z.optional(httpAddress),
  SECRET: text,
  SECRET_FILE: text,
  TIME_ZONE: z._default(zoneName, 'Europe/Moscow'),
  ADDRESS_LIMIT: z.optional(wholeNumber(10, 999_999)),
  TRUST_PROXY: z._default(proxies, 'loopback'),
  SPEECH_MODEL: text,
  TRANSCRIBE_URL: z.optional(httpAddress),
  TRANSCRIBE_KEY: text,
  TRANSCRIBE_MODEL: text,
  ROLE: z._default(z.enum(serverRoles, `нужно одно из: ${serverRoles.join(', ')}`), 'all'),
  JOBS_PROCESSING: z._default(wholeNumber(1, 16), 2),
  JOBS_RECOGNITION: z._default(wholeNumber(1, 16), 1),
  LLM_URL: z.optional(httpAddress),
  LLM_KEY: text,
  LLM_MODEL: text,
  DEMO: z.optional(onOff),
  DEMO_PASSWORD: z._default(z.string().check(z.minLength(6, 'нужно не меньше 6 символов')), defaultDemoPassword),
  DRAIN_SECONDS: z.optional(seconds(600)),
  FINISH_SECONDS: z._default(seconds(600), 10_000),
  DATABASE_POOL: z._default(wholeNumber(1, 500), usualDatabaseLimits.poolSize),
  DATABASE_CONNECT_SECONDS: z._default(seconds(60, 1), usualDatabaseLimits.connectMs),
  DATABASE_STATEMENT_SECONDS: z._default(seconds(3600, 1), usualDatabaseLimits.statementMs),
  STORAGE_SECONDS: z._default(seconds(600, 1), usualStorageMs),
  LOG_LEVEL: z._default(z.enum(logLevels, `нужно одно из: ${logLevels.join(', ')}`), 'warn'),
  METRICS_PORT: z.optional(wholeNumber(1, 65_535)),
  METRICS_HOST: z._default(hostName, '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(httpAddress),
  OTEL_SERVICE_NAME: z._default(z.string(), 'protokol'),
  OTEL_TRACES_SAMPLER_ARG: z._default(share, 1),
  FFMPEG_PATH: z._default(z.string(), 'ffmpeg'),
  FFPROBE_PATH: z._default(z.string(), 'ffprobe'),
});

/** Settings read by a command that runs beside the server. */
const ofCommands = ['ADMIN_EMAIL', 'ADMIN_NAME', 'ADMIN_PASSWORD'];
export const settingNames = [...Object.keys(variables.shape), ...ofCommands];

/** Settings of the server; `dataDir` is absolute, `appUrl` has no trailing slash. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Where the built app lies; undefined: in `dist`. */
  clientDir: string | undefined;
  databaseUrl: string | undefined;
  databaseLimits: DatabaseLimits;
  storageUrl: string | undefined;
  /** Where browsers reach the object storage; undefined: its files come through the server. */
  storagePublicUrl: string | undefined;
  /** Timeout for an answer of an object storage, in milliseconds. */
  storageMs: number;
  smtpUrl: string | undefined;
  /** Whether mail is left out on purpose. */
  isMailOff: boolean;
  /** The sender of mails. */
  mailFrom: MailAddress;
  /** Secrets from the environment, from which keys are derived. */
  secrets: GivenSecrets | undefined;
  /** Where people reach the app; undefined: where the server listens. */
  appUrl: string | undefined;
  /** Proxies that are trusted to tell the address of a caller. */
  trustProxy: string;
  /** How many attempts to sign in may fail from one address; undefined: it grows with the number of accounts. */
  addressLimit: number | undefined;
  /** The zone of an organization that has set none. */
  timeZone: string;
  /** Folder of a speech recognition model, which takes precedence over the service. */
  speechModel: string | undefined;
  transcribe: ModelService | undefined;
  llm: ModelService | undefined;
  /** Whether this server answers calls, does jobs, or both. */
  role: ServerRole;
  /** How many recordings are made playable, and recognised, at the same time. */
  atOnce: { processing: number; recognition: number };
  demo: boolean;
  demoPassword: string;
  /** A graceful stop: for `drainMs` calls are still taken, then those in progress have `finishMs` to end. */
  stop: { drainMs: number; finishMs: number };
  /** Whether people work with this server: settings that cannot be intended are then refused. */
  isProduction: boolean;
  /** The setting that opens the server to other machines, such as «HOST (0.0.0.0)»; undefined if none does. */
  openBy: string | undefined;
  logLevel: LogLevel;
  /** Where metrics are served for monitoring; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** Where traces are sent, under which service name, and for which share of the calls; undefined: nowhere. */
  traces: { url: string; service: string; share: number } | undefined;
  tools: { ffmpeg: string; ffprobe: string };
  /** Lines about variables that may be misspelt settings, or belong to other programs. */
  doubts: readonly string[];
};

/** Reads the environment; an empty variable is an unset one. Throws a StartError that names the first wrong one. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '');
  const doubts = doubtfulNames(set.map(([name]) => name));
  const parsed = z.safeParse(variables, Object.fromEntries(set));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    throw new StartError(`Неверная настройка ${name}${shown(name, env[name])}: ${issue?.message}.`);
  }
  const value = parsed.data;
  const smtpUrl = value.SMTP_URL === 'off' ? undefined : value.SMTP_URL;
  const stage = env.NODE_ENV?.trim();
  const openBy = openedBy(value.HOST, value.APP_URL);
  const demo = value.DEMO ?? (value.DATABASE_URL === undefined && openBy === undefined);
  if (demo && openBy !== undefined && value.DEMO_PASSWORD === defaultDemoPassword) {
    throw new StartError(
      `Настройка ${openBy} открывает сервер другим: демонстрационным учётным записям нужен свой пароль. Задайте DEMO_PASSWORD или DEMO=off.`,
    );
  }
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    clientDir: value.CLIENT_DIR === undefined ? undefined : resolve(value.CLIENT_DIR),
    databaseUrl: value.DATABASE_URL,
    databaseLimits: {
      poolSize: value.DATABASE_POOL,
      connectMs: value.DATABASE_CONNECT_SECONDS,
      statementMs: value.DATABASE_STATEMENT_SECONDS,
    },
    storageUrl: value.STORAGE_URL,
    storagePublicUrl: value.STORAGE_PUBLIC_URL?.replace(/\/+$/, ''),
    storageMs: value.STORAGE_SECONDS,
    smtpUrl,
    isMailOff: value.SMTP_URL === 'off',
    mailFrom: mailFromOf({ mailFrom: value.MAIL_FROM, smtpUrl, appUrl: value.APP_URL }),
    secrets: secretsOf(value),
    appUrl: value.APP_URL?.replace(/\/+$/, ''),
    trustProxy: value.TRUST_PROXY,
    addressLimit: value.ADDRESS_LIMIT,
    timeZone: value.TIME_ZONE,
    speechModel: value.SPEECH_MODEL === undefined ? undefined : resolve(value.SPEECH_MODEL),
    transcribe: service(value.TRANSCRIBE_URL, value.TRANSCRIBE_KEY, value.TRANSCRIBE_MODEL),
    llm: service(value.LLM_URL, value.LLM_KEY, value.LLM_MODEL),
    role: value.ROLE,
    atOnce: { processing: value.JOBS_PROCESSING, recognition: value.JOBS_RECOGNITION },
    demo,
    demoPassword: value.DEMO_PASSWORD,
    stop: {
      drainMs: value.DRAIN_SECONDS ?? (value.DATABASE_URL === undefined ? 0 : 5000),
      finishMs: value.FINISH_SECONDS,
    },
    isProduction:
      stage === 'production' || (value.DATABASE_URL !== undefined && stage !== 'development' && stage !== 'test'),
    openBy,
    logLevel: value.LOG_LEVEL,
    metrics: value.METRICS_PORT === undefined ? undefined : { host: value.METRICS_HOST, port: value.METRICS_PORT },
    traces: tracesOf(value),
    tools: { ffmpeg: value.FFMPEG_PATH, ffprobe: value.FFPROBE_PATH },
    doubts,
  };
}

/** Throws for a sure misspelling of a setting, warns of a possible one; ignores both if that setting is set, too. */
function doubtfulNames(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const meant = suggestSetting(name, settingNames);
    if (!meant || names.includes(meant.setting)) return [];
    const { setting, isSure } = meant;
    if (isSure) throw new StartError(`Неизвестная настройка ${name}: может быть, ${setting}?`);
    return [`Переменная ${name} похожа на настройку ${setting}, но не читается: проверьте, нет ли опечатки.`];
  });
}

function openedBy(host: string, appUrl: string | undefined): string | undefined {
  if (!isLoopback(host)) return `HOST (${host})`;
  const named = appUrl === undefined ? undefined : new URL(appUrl).hostname;
  return named === undefined || isLoopback(named) ? undefined : `APP_URL (${appUrl})`;
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

function service(
  url: string | undefined,
  key: string | undefined,
  model: string | undefined,
): ModelService | undefined {
  return url === undefined ? undefined : { url, key, model };
}

function tracesOf(value: z.output<typeof variables>): Config['traces'] {
  const url = value.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (url === undefined) return undefined;
  return {
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    service: value.OTEL_SERVICE_NAME,
    share: value.OTEL_TRACES_SAMPLER_ARG,
  };
}

function secretsOf({ SECRET, SECRET_FILE }: { SECRET?: string | undefined; SECRET_FILE?: string | undefined }) {
  if (SECRET !== undefined && SECRET_FILE !== undefined) {
    throw new StartError('Заданы и SECRET, и SECRET_FILE: оставьте что-нибудь одно.');
  }
  const text = SECRET ?? (SECRET_FILE === undefined ? undefined : readSecretFile(SECRET_FILE));
  if (text === undefined) return undefined;
  const secrets = readSecrets(text);
  if (secrets) return secrets;
  const name = SECRET === undefined ? 'SECRET_FILE' : 'SECRET';
  throw new StartError(
    `Неверная настройка ${name}: нужен ключ не короче 32 знаков; прежний пишется после него через запятую.`,
  );
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new StartError(`Неверная настройка SECRET_FILE («${path}»): файла нет или его нельзя прочитать.`);
  }
}

/** Returns the wrong value for the message, unless it may contain a secret. */
function shown(name: string, value: string | undefined): string {
  return /URL|KEY|PASSWORD|^SECRET$/.test(name) ? '' : ` («${value}»)`;
}
