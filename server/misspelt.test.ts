import { expect, test } from 'vitest';
import { meantSetting } from './misspelt.ts';

const known = [
  'PORT',
  'HOST',
  'SECRET',
  'SECRET_FILE',
  'STORAGE_URL',
  'SMTP_URL',
  'DATABASE_URL',
  'TRUST_PROXY',
  'LLM_URL',
];

test.each([
  ['STORAGE_URl', 'STORAGE_URL'],
  ['storage-url', 'STORAGE_URL'],
  ['STROAGE_URL', 'STORAGE_URL'],
  ['STORAGEURL', 'STORAGE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URLS', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['SECRET_FILES', 'SECRET_FILE'],
])('%s was meant to be %s', (name, meant) => {
  expect(meantSetting(name, known)).toBe(meant);
});

test.each([
  ...known,
  ...[
    'POST',
    'COST',
    'Host',
    'PATH',
    'HOME',
    'HOSTNAME',
    'NODE_ENV',
    'npm_config_cache',
    'DATABASE_URL_TEST',
    'PGHOST',
  ],
  ...['SECRET_KEY_BASE', 'SSH_AUTH_SOCK', 'LANG', 'REDIS_URL', 'http_proxy', 'DATA_VERSION', 'SESSION_URL'],
])('%s is left alone', (name) => {
  expect(meantSetting(name, known)).toBeUndefined();
});
