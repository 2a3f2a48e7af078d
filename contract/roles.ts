import * as z from 'zod/mini';
import { type Role, roles } from './role-names.ts';

export { type Role, roles } from './role-names.ts';

/** A role unknown to this version is read as external, the role with the fewest rights. */
export const role = z.catch(z.enum(roles), 'external');

/** Words for the roles. */
export const roleWords: Record<Role, string> = {
  admin: 'Администратор',
  manager: 'Руководитель',
  secretary: 'Секретарь',
  external: 'Внешний участник',
};

/** Roles that each role may assign to people, its default first. */
export const assignableRoles: Record<Role, readonly Role[]> = {
  admin: ['secretary', 'manager', 'admin', 'external'],
  manager: ['secretary', 'external'],
  secretary: ['external'],
  external: [],
};

/** Roles that can be given tasks and take part in meetings of others. */
export const participants = ['manager', 'secretary', 'external'] as const satisfies readonly Role[];
