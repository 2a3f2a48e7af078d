import { runCommand } from './admin/run-command.ts';
import { readOptions } from './backup/read-options.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { StartError } from './config/read-config.ts';

// `npm run restore -- --from FOLDER`: fills a fresh installation from the newest backup, or from that of `--at`.
await runCommand('восстановите копию', async (config) => {
  const {
    from,
    at,
    copy = false,
  } = readOptions({
    ...{ from: { type: 'string' }, at: { type: 'string' } },
    copy: { type: 'boolean' },
  });
  if (!from) throw new StartError('Откуда восстановить? npm run restore -- --from ПАПКА [--at ИМЯ] [--copy]');
  const { made_at, files } = await restoreBackup(config, { from, at, isCopy: copy });
  return `Восстановлено состояние на ${made_at}, файлов ${files.length}. Запустите сервер: npm start`;
});
