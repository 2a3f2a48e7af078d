import { parseArgs } from 'node:util';
import { restoreBackup } from './backup/restore-backup.ts';
import { runCommand } from './backup/run-command.ts';
import { StartError } from './config.ts';

// `npm run restore -- --from FOLDER`: fills a fresh installation from the newest backup, or from that of `--at`.
await runCommand(async (config) => {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, at: { type: 'string' }, copy: { type: 'boolean' } },
  });
  const { from, at, copy = false } = values;
  if (!from) throw new StartError('Откуда восстановить? npm run restore -- --from ПАПКА [--at ИМЯ] [--copy]');
  const { made_at, files } = await restoreBackup(config, { from, at, isCopy: copy });
  console.log(`Восстановлено состояние на ${made_at}, файлов ${files.length}. Запустите сервер: npm start`);
});
