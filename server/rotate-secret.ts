import { dropFormerSecrets, newSecretText, replaceSecret } from '#server/platform/secret/index.ts';
import { runCommand } from './admin/run-command.ts';
import { StartError } from './config.ts';

// `npm run secret:rotate`: another secret in the place of the one that signs; `-- --drop-former` ends what others signed.
await runCommand('замените ключ', async (config, open) => {
  const [option, ...more] = process.argv.slice(2);
  if ((option !== undefined && option !== '--drop-former') || more.length > 0) {
    throw new StartError('Команда знает только --drop-former: «npm run secret:rotate -- --drop-former».');
  }
  if (config.secrets) {
    throw new StartError(
      `Ключ задан в SECRET или SECRET_FILE, там его и меняют: допишите новый через запятую после прежнего, перезапустите серверы по одному, поменяйте ключи местами и перезапустите их ещё раз. Новый ключ: ${newSecretText()}`,
    );
  }
  const place = { database: await open(), dataDir: config.dataDir, now: new Date() };
  if (option === '--drop-former') {
    await dropFormerSecrets(place);
    return 'Прежние ключи больше не действуют: кто вошёл с ними, войдёт снова.';
  }
  const waitMs = await replaceSecret(place);
  const when = waitMs === 0 ? 'Новый ключ действует.' : 'Через минуту все серверы станут подписывать новым ключом.';
  return `${when} Прежний тоже остаётся в силе, никто не выйдет. Когда он станет не нужен: npm run secret:rotate -- --drop-former.`;
});
