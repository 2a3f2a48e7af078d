import { uuidv7 } from 'uuidv7';
import { emailKey } from '#contract/common.ts';
import { StartError } from '#server/config/read-config.ts';
import { hashPassword, insertPerson } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { ApiError } from '#server/platform/http/index.ts';
import type { NewAdmin } from './new-admin.ts';

/**
 * Adds an administrator. Throws a StartError if the e-mail is already somebody's: an existing person's rights stay as
 * they are.
 */
export async function addAdmin(db: Db, { email, name, password }: NewAdmin): Promise<void> {
  const passwordHash = await hashPassword(password);
  const person = { id: uuidv7(), email: emailKey(email), name, role: 'admin' as const, passwordHash };
  try {
    await insertPerson(db, person);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new StartError(`${error.message}: ${person.email}.`, { cause: error });
  }
}
