import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, StartError } from './read-config.ts';
import { checkClient, rejectContradictions } from './startup-checks.ts';

const working = { NODE_ENV: 'production', APP_URL: 'https://p.example.ru', SMTP_URL: 'smtp://mail.example.ru' };
const start = (env: Record<string, string>) => rejectContradictions(readConfig(env));

test.each([
  [{ APP_URL: '' }, /^Не задан APP_URL:/],
  [{ APP_URL: 'http://localhost:3000' }, /^APP_URL \(http:\/\/localhost:3000\) ведёт на этот же компьютер/],
  [{ SMTP_URL: '' }, /^Не задан SMTP_URL:/],
])('%j is rejected in production', (env, line) => {
  expect(() => start({ ...working, ...env })).toThrow(line);
  expect(() => start({ ...working, ...env, NODE_ENV: '', DATABASE_URL: 'postgres://h/db' })).toThrow(StartError);
  expect(() => start({ ...working, ...env, NODE_ENV: 'development', DATABASE_URL: 'postgres://h/db' })).not.toThrow();
  expect(() => start({ ...working, ...env, NODE_ENV: '' })).not.toThrow();
});

test.each([
  [{ ROLE: 'worker' }, /^ROLE=worker без DATABASE_URL:/],
  [{ STORAGE_PUBLIC_URL: 'https://files.example.ru' }, /^STORAGE_PUBLIC_URL задан без STORAGE_URL:/],
])('%j contradicts other settings in any mode', (env, line) => {
  expect(() => start(env)).toThrow(line);
  expect(() => start({ ...working, ...env })).toThrow(line);
  const rest = { DATABASE_URL: 'postgres://h/db', STORAGE_URL: 's3://key:secret@bucket' };
  expect(() => start({ ...working, ...env, ...rest })).not.toThrow();
});

test('a valid production configuration is accepted', () => {
  expect(() => start(working)).not.toThrow();
  expect(() => start({ ...working, SMTP_URL: 'off' })).not.toThrow();
});

test('a misspelt name of a setting is rejected', () => {
  const line = 'Неизвестная настройка STORAGE_URl: может быть, STORAGE_URL?';
  expect(() => readConfig({ STORAGE_URl: 's3://x' })).toThrow(new StartError(line));
});

test('a folder of the app without its page stops the start where it was set, and is told of where it was not', async () => {
  const root = join(import.meta.dirname, '../..');
  const check = (env: Record<string, string>, built = root) => checkClient(readConfig(env), built);
  await expect(check({ CLIENT_DIR: import.meta.dirname })).rejects.toThrow(
    /^Неверная настройка CLIENT_DIR .*index\.html/,
  );
  expect(await check({ CLIENT_DIR: root })).toBeUndefined();
  expect(await check(working, import.meta.dirname)).toMatch(/^Приложение не собрано: .*npm run build/);
  expect(await check(working)).toBeUndefined();
  expect(await check({}, import.meta.dirname)).toBeUndefined();
  expect(await check({ ...working, ROLE: 'worker' }, import.meta.dirname)).toBeUndefined();
});
