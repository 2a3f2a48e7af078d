import { emailKey } from '#contract/common.ts';
import { addAdmin } from './admin/add-admin.ts';
import { adminOfEnvironment, askForAdmin } from './admin/new-admin.ts';
import { runCommand } from './admin/run-command.ts';
import { withTerminal } from './admin/terminal.ts';
import { StartError } from './config/read-config.ts';

// `npm run admin:create`: the first administrator of an installation without demo data, or another one.
await runCommand('создайте администратора', async (_config, open) => {
  const given = adminOfEnvironment(process.env);
  if (!given && !process.stdin.isTTY) {
    throw new StartError('Задайте ADMIN_EMAIL, ADMIN_PASSWORD и ADMIN_NAME или выполните команду в терминале.');
  }
  const database = await open();
  const admin = given ?? (await withTerminal(askForAdmin));
  await addAdmin(database.db, admin);
  return `Администратор ${emailKey(admin.email)} создан: войдите с этим e-mail и паролем.`;
});
