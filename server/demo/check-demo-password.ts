import { type Config, StartError } from '#server/config/read-config.ts';
import { defaultDemoPassword } from '#server/config/settings.ts';
import { verifyPassword } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { people } from './demo-people.ts';
import { findPasswordHashes } from './demo-repository.ts';

/**
 * Throws a StartError while an account of the demo can be entered with the password that is public in the README: a
 * data folder that was once a demo on this machine may later be opened to others.
 */
export async function checkDemoPassword({ openBy }: Pick<Config, 'openBy'>, db: Db): Promise<void> {
  if (openBy === undefined) return;
  const emails = Object.values(people).map(({ email }) => email);
  const accounts = await findPasswordHashes(db, emails);
  // The accounts of one demo share a hash, which is checked once, since argon2 is slow.
  for (const hash of new Set(accounts.map(({ passwordHash }) => passwordHash))) {
    if (!(await verifyPassword(defaultDemoPassword, hash))) continue;
    const entered = new Set(accounts.filter(({ passwordHash }) => passwordHash === hash).map(({ email }) => email));
    throw new StartError(
      `Настройка ${openBy} открывает сервер другим, а в базе есть учётные записи с паролем демонстрации (${emails.find((email) => entered.has(email))}). Смените их пароли, заблокируйте их или задайте другую DATA_DIR.`,
    );
  }
}
