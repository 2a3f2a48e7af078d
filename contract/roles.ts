import * as z from 'zod/mini';
import { type Role, roles } from './role-names.ts';

export { type Role, roles } from './role-names.ts';

/** A role that this version does not know counts as external: it may do the least. */
export const role = z.catch(z.enum(roles), 'external');

/** Role words for people. */
export const roleWords: Record<Role, string> = {
  admin: 'Администратор',
  manager: 'Руководитель',
  secretary: 'Секретарь',
  external: 'Внешний участник',
};

/** Who may be given tasks and take part in meetings of others. */
export const participants = ['manager', 'secretary', 'external'] as const satisfies readonly Role[];
