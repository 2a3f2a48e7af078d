import type { users } from '#server/schema/people.ts';

type Shown = 'id' | 'email' | 'role' | 'name' | 'position' | 'organization' | 'phone' | 'avatarKey';

/** Columns of a user that the API shows. */
export type ShownUser = Pick<typeof users.$inferSelect, Shown | 'isBlocked' | 'managerId'>;

/** Signs an address below /api; a different `version` gives a different address. */
export type SignAddress = (path: string, version: string) => string;

export function avatarPath(userId: string): string {
  return `/api/users/${encodeURIComponent(userId)}/avatar`;
}

/** Returns a user as shown to people who may see everything of them; never includes the password. */
export function userView(row: ShownUser, sign: SignAddress) {
  return {
    ...publicUserView(row, sign),
    phone: row.phone,
    is_blocked: row.isBlocked,
    manager_id: row.managerId,
  };
}

/** Returns what everyone who can choose people may see of them. */
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
