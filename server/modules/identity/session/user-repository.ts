import { eq } from 'drizzle-orm';
import { emailKey } from '#contract/common.ts';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { type SignAddress, userView } from '../user-view.ts';

/** Returns the account of an e-mail, in whichever form it is typed. */
export async function findUserByEmail(db: Db, email: string): Promise<typeof users.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.email, emailKey(email)));
  return row;
}

/** Returns how many accounts there are, of any role, blocked ones too. */
export async function countAccounts(db: Db): Promise<number> {
  return db.$count(users);
}

/** Returns a user in the form of the API. */
export async function findUserView(db: Db, id: string, sign: SignAddress) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row && userView(row, sign);
}
