import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { DatabaseLimits } from '#server/platform/db/index.ts';
import type { ModelService } from '#server/platform/http/index.ts';
import type { LogLevel } from '#server/platform/log/index.ts';
import { type MailAddress, mailFromOf } from '#server/platform/mail/index.ts';
import { type GivenSecrets, readSecrets } from '#server/platform/secret/index.ts';
import type { ServerRole } from '../server-role.ts';
import { defaultDemoPassword, isEverywhere, settingNames, settings } from './settings.ts';
import { suggestSetting } from './suggest-setting.ts';

/** A reason not to start, in one line for the person who started the server. */
export class StartError extends Error {}

/** A reason that may be gone in a moment: a clock that is not set yet, a key or a file that comes later. */
export class PassingFault extends StartError {}

/** Whether a name or an address is of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

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
  /** How many recordings are made playable, and recognised, at the same time, and how many jobs of `queues`, by name. */
  atOnce: { processing: number; recognition: number; queues: Readonly<Record<string, number>> };
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
  const parsed = z.safeParse(settings, Object.fromEntries(set));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    throw new StartError(`Неверная настройка ${name}${shown(name, env[name])}: ${issue?.message}.`);
  }
  const value = parsed.data;
  const smtpUrl = value.SMTP_URL === 'off' ? undefined : value.SMTP_URL;
  const stage = value.NODE_ENV;
  rejectSamePort(value);
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
    atOnce: { processing: value.JOBS_PROCESSING, recognition: value.JOBS_RECOGNITION, queues: value.JOBS_AT_ONCE },
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

/** Throws a StartError where people and monitoring are to be answered at the same place. */
function rejectSamePort({ PORT, HOST, METRICS_PORT, METRICS_HOST }: z.output<typeof settings>): void {
  const isSameHost = HOST === METRICS_HOST || (isLoopback(HOST) && isLoopback(METRICS_HOST));
  if (PORT !== METRICS_PORT || !(isSameHost || isEverywhere(HOST) || isEverywhere(METRICS_HOST))) return;
  throw new StartError(`METRICS_PORT и PORT — один и тот же порт (${PORT}): задайте для метрик другой.`);
}

function service(
  url: string | undefined,
  key: string | undefined,
  model: string | undefined,
): ModelService | undefined {
  return url === undefined ? undefined : { url, key, model };
}

function tracesOf(value: z.output<typeof settings>): Config['traces'] {
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
    throw new PassingFault(`Неверная настройка SECRET_FILE («${path}»): файла нет или его нельзя прочитать.`);
  }
}

/** Returns the wrong value for the message, unless it may contain a secret. */
function shown(name: string, value: string | undefined): string {
  return /URL|KEY|PASSWORD|^SECRET$/.test(name) ? '' : ` («${value}»)`;
}
