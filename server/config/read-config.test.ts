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
    [{ DEMO_PASSWORD: '123' }, 'Неверная настройка DEMO_PASSWORD: нужно не меньше 6 символов.'],
  ])('%j', (env, message) => {
    expect(() => readConfig(env)).toThrow(new StartError(message));
  });
});
