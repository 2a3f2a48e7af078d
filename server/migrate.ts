import { runCommand } from './admin/run-command.ts';

// `npm run migrate`: brings the database up to date before servers of a new version start.
await runCommand('обновите базу данных', async (_config, open) => {
  let isUpdated = false;
  await open(() => {
    isUpdated = true;
  });
  return isUpdated ? 'Можно запускать серверы этой версии.' : 'База данных уже обновлена.';
});
