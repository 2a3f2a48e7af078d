import { expect, test } from 'vitest';
import { connectionOf } from './postgres-tools.ts';

test('the programs get the certificates that the server connects with', () => {
  const url = new URL('postgres://anna:p%40ss@db.example.ru/protokol?sslmode=verify-full&sslrootcert=/etc/ca.pem');
  expect(connectionOf(url)).toEqual({
    PGHOST: 'db.example.ru',
    PGPORT: '5432',
    PGDATABASE: 'protokol',
    PGUSER: 'anna',
    PGPASSWORD: 'p@ss',
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: '/etc/ca.pem',
  });
});

test.each([
  ['an IPv6 address', 'postgres://[::1]:5433/p', { PGHOST: '::1', PGPORT: '5433' }],
  ['a socket', 'postgres://anna@%2Frun%2Fpostgresql/p', { PGHOST: '/run/postgresql' }],
  ['a certificate that is not checked', 'postgres://db/p?sslmode=no-verify', { PGSSLMODE: 'require' }],
])('%s is passed in the words of libpq', (_, url, expected) => {
  expect(connectionOf(new URL(url))).toMatchObject(expected);
});
