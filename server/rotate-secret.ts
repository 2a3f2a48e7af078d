import { type Database, findNeighbours } from '#server/platform/db/index.ts';
import {
  adoptSecret,
  dropFormerSecrets,
  forgetSecrets,
  newSecretText,
  replaceSecret,
} from '#server/platform/secret/index.ts';
import { runCommand } from './admin/run-command.ts';
import { StartError } from './config/read-config.ts';

// `npm run secret:rotate`: adds a new secret, which takes over signing; `-- --drop-former` stops accepting signatures
// by others; `-- --forget` lets servers start with another `SECRET` when the former one is lost; `-- --adopt` accepts what
// the key of this data folder signed.
await runCommand('замените ключ', async (config, open) => {
  const [option, ...more] = process.argv.slice(2);
  if (!['--drop-former', '--forget', '--adopt', undefined].includes(option) || more.length > 0) {
    throw new StartError(
      'Команда знает только --drop-former, --forget и --adopt, например: «npm run secret:rotate -- --drop-former».',
    );
  }
  if (option === '--forget') return forget(await open());
  if (config.secrets) {
    throw new StartError(
      `Ключ задан в SECRET или SECRET_FILE, там его и меняют: допишите новый через запятую после прежнего, перезапустите серверы по одному, поменяйте ключи местами и перезапустите их ещё раз. Новый ключ: ${newSecretText()}`,
    );
  }
  const place = { database: await open(), dataDir: config.dataDir, now: new Date() };
  if (option === '--drop-former') {
    if ((await dropFormerSecrets(place)) === 0) return 'Прежних ключей в силе нет: ничего не изменилось.';
    return 'Прежние ключи больше не действуют: кто вошёл с ними, войдёт снова.';
  }
  if (option === '--adopt') {
    if ((await adoptSecret(place)) === 0) return 'Ключ из папки данных уже среди общих: ничего не изменилось.';
    return 'Ключ из папки данных добавлен к общим: кто вошёл с ним, не выйдет.';
  }
  const waitMs = await replaceSecret(place);
  const when = waitMs === 0 ? 'Новый ключ действует.' : 'Через минуту все серверы станут подписывать новым ключом.';
  return `${when} Прежний тоже остаётся в силе, никто не выйдет. Когда он станет не нужен: npm run secret:rotate -- --drop-former.`;
});

async function forget(database: Database): Promise<string> {
  const [neighbour] = database.kind === 'postgres' ? await findNeighbours(database.db, '') : [];
  if (neighbour) {
    throw new StartError(`С этой базой данных работает сервер (${neighbour.address}): остановите все и повторите.`);
  }
  await forgetSecrets({ database, now: new Date() });
  return 'Прежний ключ забыт: все войдут заново, ссылки из прежних писем не действуют. Запустите серверы с новым.';
}
