import { uuidv7 } from 'uuidv7';
import { emailKey } from '#contract/common.ts';
import { hashPassword, insertPerson } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { adminOfEnvironment, askForAdmin, type NewAdmin } from './admin/new-admin.ts';
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

/**
 * Adds an administrator. Throws a StartError if the e-mail is already somebody's: an existing person's rights stay as
 * they are.
 */
async function addAdmin(db: Db, { email, name, password }: NewAdmin): Promise<void> {
  const passwordHash = await hashPassword(password);
  const person = { id: uuidv7(), email: emailKey(email), name, role: 'admin' as const, passwordHash };
  try {
    await insertPerson(db, person);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new StartError(`${error.message}: ${person.email}.`, { cause: error });
  }
}
