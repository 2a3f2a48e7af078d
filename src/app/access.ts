import type { Role } from '#contract/roles.ts';

const staff: readonly Role[] = ['admin', 'manager', 'secretary'];

/** Roles that may open each part of /main (spec.md §6); an external sees only their own profile in the settings. */
export const access = {
  home: ['secretary'],
  meetings: ['secretary'],
  protocols: ['secretary'],
  keywords: ['secretary'],
  secretaries: ['manager'],
  users: staff,
  settings: [...staff, 'external'],
} as const satisfies Record<string, readonly Role[]>;

/** Returns the start address of a role in /main. */
export function landing(role: Role): string {
  if (role === 'secretary') return '/main/home';
  if (role === 'manager') return '/main/secretaries';
  return '/main/settings';
}

export function mayOpen(roles: readonly Role[], role: Role): boolean {
  return roles.includes(role);
}
