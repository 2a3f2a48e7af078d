import { type Config, isLoopback, StartError } from './read-config.ts';

/**
 * Throws a StartError for settings that contradict each other. If people work with the server (`NODE_ENV=production`,
 * or a `DATABASE_URL` unless `NODE_ENV` says that it is a trial), also for settings with which mails or their links
 * would not work.
 */
export function rejectContradictions(config: Config): void {
  const { role, databaseUrl, storageUrl, storagePublicUrl } = config;
  if (role !== 'all' && databaseUrl === undefined) {
    throw new StartError(
      `ROLE=${role} без DATABASE_URL: со встроенной базой работает один сервер, и он делает всё. Задайте DATABASE_URL или уберите ROLE.`,
    );
  }
  if (storagePublicUrl !== undefined && storageUrl === undefined) {
    throw new StartError(
      'STORAGE_PUBLIC_URL задан без STORAGE_URL: файлы лежат на этом сервере, и читать их больше негде. Задайте STORAGE_URL или уберите STORAGE_PUBLIC_URL.',
    );
  }
  if (!config.isProduction) return;
  const trial = 'Для пробы задайте NODE_ENV=development.';
  if (config.appUrl === undefined || isLoopback(new URL(config.appUrl).hostname)) {
    const reason =
      config.appUrl === undefined ? 'Не задан APP_URL' : `APP_URL (${config.appUrl}) ведёт на этот же компьютер`;
    throw new StartError(
      `${reason}: ссылки в письмах никому бы не открылись. Задайте адрес, по которому приложение открывают люди. ${trial}`,
    );
  }
  if (config.smtpUrl === undefined && !config.isMailOff) {
    throw new StartError(
      `Не задан SMTP_URL: приглашения и ссылки для пароля никому бы не пришли. Задайте почтовый сервер или SMTP_URL=off. ${trial}`,
    );
  }
}
