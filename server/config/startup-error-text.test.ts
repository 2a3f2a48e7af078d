import { expect, test } from 'vitest';
import { PassingFault, readConfig, StartError } from './read-config.ts';
import { exitCodeOf, OtherFiles, startupErrorText, wrongSettingsExit } from './startup-error-text.ts';

const config = readConfig({ DATA_DIR: '/data' });
const full = /^На диске закончилось место: освободите его или задайте другую DATA_DIR\./;
const free = (bytes: number) => () => bytes;

test('only settings that stay wrong have the exit code of wrong settings', () => {
  expect(exitCodeOf(new StartError('Неверная настройка PORT'))).toBe(wrongSettingsExit);
  expect(exitCodeOf(new PassingFault('Неверная настройка SECRET_FILE: файла нет'))).toBe(1);
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

const ofDatabase = (message: string, code?: string) => Object.assign(new Error(message), code && { code });
test.each([
  ['a host that does not answer', ofDatabase('timeout expired'), /не ответила вовремя/],
  ['the same in a pool', ofDatabase('timeout exceeded when trying to connect'), /не ответила вовремя/],
  [
    'a connection that the pool gave up',
    new Error('Connection terminated due to connection timeout', { cause: new Error('Connection terminated') }),
    /не ответила вовремя/,
  ],
  [
    'no connection left',
    ofDatabase('sorry, too many clients already', '53300'),
    /свободных подключений.*DATABASE_POOL/,
  ],
  ['a database that starts', ofDatabase('the database system is starting up', '57P03'), /ещё запускается/],
  ['a strange certificate', ofDatabase('self-signed certificate', 'SELF_SIGNED_CERT_IN_CHAIN'), /Сертификат.*SELF_/],
  ['another name', ofDatabase("does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'), /Сертификат/],
  ['no TLS', ofDatabase('The server does not support SSL connections'), /без TLS/],
  ['no line in pg_hba.conf', ofDatabase('no pg_hba.conf entry for host', '28000'), /pg_hba\.conf/],
  ['a wrong password', ofDatabase('password authentication failed', '28P01'), /не принимает имя или пароль/],
])('%s is reported in one line', (_, error, line) => {
  const text = startupErrorText(error, readConfig({ DATABASE_URL: 'postgres://h/db' })) ?? '';
  expect(text).toMatch(line);
  expect(text.split('\n')).toHaveLength(1);
});
