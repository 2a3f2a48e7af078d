import { runCommand } from './admin/run-command.ts';
import { makeBackup } from './backup/make-backup.ts';
import { readOptions } from './backup/read-options.ts';
import { StartError } from './config/read-config.ts';

// `npm run backup -- --to FOLDER`: copies everything to a folder or S3, beside a server that runs or without one.
// A copy holds all passwords and the secret: nobody else on the machine may read it.
process.umask(0o077);
await runCommand('сделайте копию', async (config) => {
  const { to } = readOptions({ to: { type: 'string' } });
  if (!to) throw new StartError('Куда копировать? npm run backup -- --to ПАПКА или s3://корзина/папка?endpoint=…');
  const { name, manifest, copiedFiles } = await makeBackup(config, to, new Date());
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const size = `${manifest.files.length} (${Math.ceil(bytes / 1_000_000)} МБ)`;
  return `Копия ${name} готова: файлов ${size}, из них новых ${copiedFiles}. В ней секрет сервера: храните её как пароль.`;
});
