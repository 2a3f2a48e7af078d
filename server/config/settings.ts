import * as z from 'zod/mini';
import { isTimeZone } from '#contract/time-zone.ts';
import { usualDatabaseLimits } from '#server/platform/db/index.ts';
import { namesProxies } from '#server/platform/http/index.ts';
import { logLevels } from '#server/platform/log/index.ts';
import { readMailAddress } from '#server/platform/mail/index.ts';
import { usualStorageMs } from '#server/platform/storage/index.ts';
import { serverRoles } from '../server-role.ts';
import { queueNames } from './queue-names.ts';

/** The password of the README: only allowed where the server is reached from this machine alone. */
export const defaultDemoPassword = 'protokol';

const badPercent = 'знак % в имени, пароле или пути пишется как %25';

/** @param isGood what else has to hold of an address of these protocols */
function address(protocols: readonly string[], error: string, isGood: (url: URL) => boolean = () => true) {
  return z.string().check(
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol) && isGood(new URL(text)), {
      error,
      abort: true,
    }),
    z.refine(isDecodable, { error: badPercent }),
  );
}

/** Whether the parts of an address can be read that are decoded before they are used. */
function isDecodable(text: string): boolean {
  const { username, password, hostname, pathname } = new URL(text);
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

const httpError = 'нужен адрес вида https://пример.рф/';
const isHttp = ({ protocol }: URL) => ['http:', 'https:'].includes(protocol);
const httpAddress = address(['http:', 'https:'], httpError);
const appAddress = httpAddress.check(
  z.refine((text) => /^\/*$/.test(new URL(text).pathname) && !/[?#@]/.test(text), {
    error: `${httpError}, без пути, параметров и имени`,
    abort: true,
  }),
  z.refine((text) => !isEverywhere(new URL(text).hostname), {
    error: 'нужен адрес, по которому приложение открывают люди: по 0.0.0.0 его не открыть',
  }),
);
const storageAddress = address(
  ['s3:'],
  'нужен адрес вида s3://корзина/папка?endpoint=…&region=…',
  ({ hostname }) => hostname !== '',
).check(
  z.refine(
    (text) => {
      const endpoint = new URL(text).searchParams.get('endpoint');
      return endpoint === null || (URL.canParse(endpoint) && isHttp(new URL(endpoint)));
    },
    { error: 'в endpoint нужен адрес вида https://хранилище.рф' },
  ),
);
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
const mailServerError = 'нужен адрес вида smtps://имя:пароль@узел';
const mailServer = address(['smtp:', 'smtps:'], mailServerError, ({ hostname }) => hostname !== '');
const wholeNumber = (least: number, most: number) => {
  const error = `нужно целое число от ${least} до ${most}`;
  const written = z.string().check(z.regex(/^\d{1,6}$/, error));
  return z.pipe(written, z.pipe(z.transform(Number), z.int().check(z.gte(least, error), z.lte(most, error))));
};
const isUnknownQueue = (name: string) => !queueNames.includes(name);
const countsError = 'нужны очереди и числа от 1 до 16, например send-mail=4,push-notices=8';
/** Schema of numbers by name, parsed to a record. */
const counts = z.pipe(
  z.string().check(z.regex(/^\s*[a-z-]+\s*=\s*\d+\s*(,\s*[a-z-]+\s*=\s*\d+\s*)*$/, countsError)),
  z.pipe(
    z.transform(
      (text: string): Record<string, number> =>
        Object.fromEntries(
          text
            .split(',')
            .map((part) => part.split('='))
            .map(([name = '', count]) => [name.trim(), Number(count)]),
        ),
    ),
    z.record(z.string(), z.int().check(z.gte(1, countsError), z.lte(16, countsError))).check(
      z.refine((chosen) => !Object.keys(chosen).some(isUnknownQueue), {
        error: ({ input }) =>
          `очереди ${Object.keys(Object(input)).find(isUnknownQueue)} нет, есть ${queueNames.join(', ')}`,
      }),
    ),
  ),
);
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

const stages = ['production', 'development', 'test'] as const;

/** Every setting that the server itself reads. */
export const settings = z.object({
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
  NODE_ENV: z.optional(z.pipe(z.string().check(z.trim()), z.enum(stages, `нужно одно из: ${stages.join(', ')}`))),
  DATABASE_URL: z.optional(address(['postgres:', 'postgresql:'], 'нужен адрес вида postgres://имя:пароль@узел/база')),
  STORAGE_URL: z.optional(storageAddress),
  STORAGE_PUBLIC_URL: z.optional(httpAddress),
  SMTP_URL: z.optional(z.union([z.literal('off'), mailServer], 'нужен адрес вида smtps://имя:пароль@узел')),
  MAIL_FROM: z.optional(mailAddress),
  APP_URL: z.optional(appAddress),
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
  JOBS_AT_ONCE: z._default(counts, {}),
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

/** Settings read by a library of the server. */
const ofLibraries = ['OTEL_EXPORTER_OTLP_HEADERS'];
export const serverSettings = [...Object.keys(settings.shape), ...ofLibraries];

/** Settings read by a command that runs beside the server. */
const ofCommands = ['ADMIN_EMAIL', 'ADMIN_NAME', 'ADMIN_PASSWORD'];
export const settingNames = [...serverSettings, ...ofCommands];

/** Whether a host is of every address of a machine, and none that can be called. */
export function isEverywhere(host: string): boolean {
  return ['0.0.0.0', '::', '[::]'].includes(host);
}
