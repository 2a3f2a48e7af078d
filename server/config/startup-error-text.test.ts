import { expect, test } from 'vitest';
import { readConfig, StartError } from './read-config.ts';
import { exitCodeOf, OtherFiles, startupErrorText, wrongSettingsExit } from './startup-error-text.ts';

const config = readConfig({ DATA_DIR: '/data' });
const full = /^На диске закончилось место: освободите его или задайте другую DATA_DIR\./;
const free = (bytes: number) => () => bytes;

test('only settings that stay wrong have the exit code of wrong settings', () => {
  expect(exitCodeOf(new StartError('Неверная настройка PORT'))).toBe(wrongSettingsExit);
  expect(exitCodeOf(new OtherFiles('С этой базой данных работает ещё один сервер'))).toBe(1);
  expect(exitCodeOf(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(1);
});

test('a full disk is reported as such, also for an error that names no cause', () => {
  const lock = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  expect(startupErrorText(lock, config, free(0))).toMatch(full);
  const aborted = new Error('Aborted()');
  expect(startupErrorText(aborted, config, free(10_000_000))).toMatch(full);
  expect(startupErrorText(aborted, config, free(10_000_000))).toContain('Aborted()');
  expect(startupErrorText(aborted, config, free(1e9))).toBeUndefined();
  expect(startupErrorText(aborted, readConfig({ DATABASE_URL: 'postgres://h/db' }), free(0))).toBeUndefined();
});
