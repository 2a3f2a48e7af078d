import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { users } from '#server/db/schema/people.ts';

type UserRow = typeof users.$inferSelect;

/** The account of an e-mail, however it is written. */
export async function findAccount(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
  return row;
}

/** A user as the API shows one. */
export async function findUser(db: Db, id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row && userView(row);
}

function userView(row: UserRow) {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    name: row.name,
    position: row.position,
    organization: row.organization,
    phone: row.phone,
    is_blocked: row.isBlocked,
    manager_id: row.managerId,
  };
}
