import { parseArgs } from 'node:util';
import { makeBackup } from './backup/make-backup.ts';
import { runCommand } from './backup/run-command.ts';
import { StartError } from './config.ts';

// `npm run backup -- --to FOLDER`: copies everything to a folder or S3, beside a server that runs or without one.
await runCommand(async (config) => {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to) throw new StartError('Куда копировать? npm run backup -- --to ПАПКА или s3://корзина/папка?endpoint=…');
  const { name, manifest, copiedFiles } = await makeBackup(config, to, new Date());
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(
    `Копия ${name} готова: файлов ${manifest.files.length} (${Math.ceil(bytes / 1_000_000)} МБ), из них новых ${copiedFiles}. В ней секрет сервера: храните её как пароль.`,
  );
});
