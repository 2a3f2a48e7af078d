import { expect, test } from 'vitest';
import { settingNames } from './settings.ts';
import { suggestSetting } from './suggest-setting.ts';

test.each([
  ['STORAGE_URl', 'STORAGE_URL'],
  ['storage-url', 'STORAGE_URL'],
  ['STROAGE_URL', 'STORAGE_URL'],
  ['STORAGEURL', 'STORAGE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
])('%s is surely a misspelt %s', (name, setting) => {
  expect(suggestSetting(name, settingNames)).toEqual({ setting, isSure: true });
});

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URLS', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['SECRETS', 'SECRET'],
  ['APP_URI', 'APP_URL'],
  ['AMP_URL', 'APP_URL'],
])('%s may be %s, or belong to another program', (name, setting) => {
  expect(suggestSetting(name, settingNames)).toEqual({ setting, isSure: false });
});

test.each([
  ...settingNames,
  ...['POST', 'COST', 'Host', 'PATH', 'HOME', 'HOSTNAME', 'NODE_ENV', 'npm_config_cache', 'DATABASE_URL_TEST'],
  ...['SECRET_KEY_BASE', 'SSH_AUTH_SOCK', 'LANG', 'REDIS_URL', 'http_proxy', 'DATA_VERSION', 'SESSION_URL', 'PGHOST'],
  ...['API_URL', 'APM_URL', 'CLIENT_ID', 'CLIENT_IP', 'TIMEZONE', 'DATABASE_PORT', 'DATABASE_SSL', 'DATADIR'],
  ...['LOGLEVEL', 'LOG_LEVELS_FILE', 'OTEL_SERVICE_NAMESPACE', 'OTEL_TRACES_SAMPLER'],
])('%s gets no suggestion', (name) => {
  expect(suggestSetting(name, settingNames)).toBeUndefined();
});
