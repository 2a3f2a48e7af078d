import type { users } from '#server/schema/people.ts';

type Shown = 'id' | 'email' | 'role' | 'name' | 'position' | 'organization' | 'phone' | 'avatarKey';

/** What is shown of a user's row. */
export type ShownUser = Pick<typeof users.$inferSelect, Shown | 'isBlocked' | 'managerId'>;

/** Signs an address below /api; another `version` makes it another address. */
export type SignAddress = (path: string, version: string) => string;

export function avatarPath(userId: string): string {
  return `/api/users/${encodeURIComponent(userId)}/avatar`;
}

/** A user as the API shows one to whoever may see all of it: never the password. */
export function userView(row: ShownUser, sign: SignAddress) {
  return {
    ...publicUserView(row, sign),
    phone: row.phone,
    is_blocked: row.isBlocked,
    manager_id: row.managerId,
  };
}

/** What everyone who chooses people may see of them. */
export function publicUserView(row: Pick<ShownUser, Shown>, sign: SignAddress) {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    name: row.name,
    position: row.position,
    organization: row.organization,
    avatar_url: row.avatarKey === null ? null : sign(avatarPath(row.id), row.avatarKey),
  };
}
