import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, StartError } from './read-config.ts';
import { checkSpeechModel } from './startup-checks.ts';

test('an empty environment is the embedded database with demo data on the loopback', () => {
  expect(readConfig({ PORT: '', DATA_DIR: ' ' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    demo: true,
    demoPassword: 'protokol',
    mailFrom: { name: 'Протокол', address: 'no-reply@localhost' },
    trustProxy: 'loopback',
    timeZone: 'Europe/Moscow',
    tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
    stop: { drainMs: 0, finishMs: 10_000 },
  });
});

test.each([
  [{ DATABASE_URL: 'postgres://u:p@h/db' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '127.0.0.2' }, true],
  [{ HOST: '::1', APP_URL: 'http://[::1]:3000' }, true],
  [{ APP_URL: 'http://localhost:5173' }, true],
  [{ APP_URL: 'https://protokol.example.ru' }, false],
  [{ HOST: '0.0.0.0', DEMO: 'on', DEMO_PASSWORD: 'свой пароль' }, true],
  [{ DEMO: 'off' }, false],
])('demo data with %j: %s', (env, demo) => {
  expect(readConfig(env).demo).toBe(demo);
});

test('the jobs of a queue that run at once are given by its name', () => {
  const { atOnce } = readConfig({ JOBS_AT_ONCE: 'send-mail=4, push-notices = 8' });
  expect(atOnce).toEqual({ processing: 2, recognition: 1, queues: { 'send-mail': 4, 'push-notices': 8 } });
  const wrong = 'нужны очереди и числа от 1 до 16, например send-mail=4,push-notices=8';
  for (const value of ['send-mail', 'send-mail=0', '4'])
    expect(() => readConfig({ JOBS_AT_ONCE: value })).toThrow(
      `Неверная настройка JOBS_AT_ONCE («${value}»): ${wrong}.`,
    );
});

test('a queue that is not there cannot be given more jobs at once', () => {
  expect(() => readConfig({ JOBS_AT_ONCE: 'send-mail=4,send-mails=2' })).toThrow(StartError);
  expect(() => readConfig({ JOBS_AT_ONCE: 'send-mail=4,send-mails=2' })).toThrow(
    /: очереди send-mails нет, есть .*, send-mail, send-protocol,/,
  );
});

test('the folder of the speech model is resolved from where the server starts', () => {
  expect(readConfig({}).speechModel).toBeUndefined();
  expect(readConfig({ SPEECH_MODEL: 'models/gigaam' }).speechModel).toBe(resolve('models/gigaam'));
});

test('a missing speech model is reported at the start and does not stop it', async () => {
  expect(await checkSpeechModel(readConfig({}))).toBeUndefined();
  const warning = await checkSpeechModel(readConfig({ SPEECH_MODEL: '/none/of/it' }));
  expect(warning).toMatch(
    /^Распознавание речи не работает \(SPEECH_MODEL\)\. Папки с моделью .* нет: \/none\/of\/it\.$/,
  );
});

describe('a wrong value is one clear line', () => {
  test.each([
    [{ PORT: 'abc' }, 'Неверная настройка PORT («abc»): нужно целое число от 0 до 65535.'],
    [{ PORT: '70000' }, 'Неверная настройка PORT («70000»): нужно целое число от 0 до 65535.'],
    [{ HOST: 'a b' }, 'Неверная настройка HOST («a b»): нужно имя или IP-адрес.'],
    [{ DEMO: 'да' }, 'Неверная настройка DEMO («да»): нужно on или off.'],
    [
      { DATABASE_URL: 'mysql://u:secret@h/db' },
      'Неверная настройка DATABASE_URL: нужен адрес вида postgres://имя:пароль@узел/база.',
    ],
    [{ ROLE: 'web' }, 'Неверная настройка ROLE («web»): нужно одно из: all, api, worker.'],
    [
      { STORAGE_URL: '/mnt/files' },
      'Неверная настройка STORAGE_URL: нужен адрес вида s3://корзина/папка?endpoint=…&region=….',
    ],
    [{ SMTP_URL: 'mail.example.ru' }, 'Неверная настройка SMTP_URL: нужен адрес вида smtps://имя:пароль@узел.'],
    [
      { MAIL_FROM: 'Протокол' },
      'Неверная настройка MAIL_FROM («Протокол»): нужен адрес вида «Протокол <почта@пример.рф>».',
    ],
    [
      { TRUST_PROXY: 'nginx' },
      'Неверная настройка TRUST_PROXY («nginx»): нужны адреса через запятую, например loopback, 10.0.0.0/8.',
    ],
    [
      { TIME_ZONE: 'Москва' },
      'Неверная настройка TIME_ZONE («Москва»): нужно название часового пояса, например Asia/Omsk.',
    ],
    [{ APP_URL: 'example.ru' }, 'Неверная настройка APP_URL: нужен адрес вида https://пример.рф/.'],
    [{ LLM_URL: 'ftp://x' }, 'Неверная настройка LLM_URL: нужен адрес вида https://пример.рф/.'],
    [
      { HOST: '0.0.0.0', DEMO: 'on' },
      'Настройка HOST (0.0.0.0) открывает сервер другим: демонстрационным учётным записям нужен свой пароль. Задайте DEMO_PASSWORD или DEMO=off.',
    ],
    [
      { APP_URL: 'https://p.example.ru', DEMO: 'on' },
      'Настройка APP_URL (https://p.example.ru) открывает сервер другим: демонстрационным учётным записям нужен свой пароль. Задайте DEMO_PASSWORD или DEMO=off.',
    ],
    [{ DRAIN_SECONDS: '5s' }, 'Неверная настройка DRAIN_SECONDS («5s»): нужно число секунд от 0 до 600.'],
    [{ STORAGE_SECONDS: '0' }, 'Неверная настройка STORAGE_SECONDS («0»): нужно число секунд от 1 до 600.'],
    [
      { DATABASE_CONNECT_SECONDS: '0,5' },
      'Неверная настройка DATABASE_CONNECT_SECONDS («0,5»): нужно число секунд от 1 до 60.',
    ],
    [
      { DATABASE_STATEMENT_SECONDS: '0' },
      'Неверная настройка DATABASE_STATEMENT_SECONDS («0»): нужно число секунд от 1 до 3600.',
    ],
    [
      { SMTP_URL: 'smtp://a%zz:x@mail.example.ru' },
      'Неверная настройка SMTP_URL: знак % в имени, пароле или пути пишется как %25.',
    ],
    [
      { STORAGE_URL: 's3://key:100%@bucket' },
      'Неверная настройка STORAGE_URL: знак % в имени, пароле или пути пишется как %25.',
    ],
    [
      { DATABASE_URL: 'postgres://u:%@h/db' },
      'Неверная настройка DATABASE_URL: знак % в имени, пароле или пути пишется как %25.',
    ],
    [
      { STORAGE_URL: 's3:///folder' },
      'Неверная настройка STORAGE_URL: нужен адрес вида s3://корзина/папка?endpoint=…&region=….',
    ],
    [
      { STORAGE_URL: 's3://bucket?endpoint=storage:8333' },
      'Неверная настройка STORAGE_URL: в endpoint нужен адрес вида https://хранилище.рф.',
    ],
    [
      { APP_URL: 'https://p.example.ru/app' },
      'Неверная настройка APP_URL: нужен адрес вида https://пример.рф/, без пути, параметров и имени.',
    ],
    [
      { APP_URL: 'https://p.example.ru?x=1' },
      'Неверная настройка APP_URL: нужен адрес вида https://пример.рф/, без пути, параметров и имени.',
    ],
    [
      { APP_URL: 'http://0.0.0.0:3000' },
      'Неверная настройка APP_URL: нужен адрес, по которому приложение открывают люди: по 0.0.0.0 его не открыть.',
    ],
    [{ NODE_ENV: 'prod' }, 'Неверная настройка NODE_ENV («prod»): нужно одно из: production, development, test.'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT и PORT — один и тот же порт (3000): задайте для метрик другой.'],
    [{ DEMO_PASSWORD: '123' }, 'Неверная настройка DEMO_PASSWORD: нужно не меньше 6 символов.'],
  ])('%j', (env, message) => {
    expect(() => readConfig(env)).toThrow(new StartError(message));
  });
});

test('an address for people may be written as they type it, and metrics may have the port on another address', () => {
  for (const written of ['https://Протокол.рф', 'https://P.example.ru:443/', 'http://127.0.0.1:3000//'])
    expect(() => readConfig({ APP_URL: written, DEMO: 'off' })).not.toThrow();
  expect(() => readConfig({ METRICS_PORT: '3000', METRICS_HOST: '10.0.0.5' })).not.toThrow();
  expect(readConfig({ NODE_ENV: ' production ' }).isProduction).toBe(true);
  expect(readConfig({ SMTP_URL: 'smtp://a%25:x@mail.example.ru' }).smtpUrl).toBe('smtp://a%25:x@mail.example.ru');
});
