import type { Role } from '#contract/roles.ts';

/** Whether a person reads a file as its owner. A person who is no longer a secretary does not: it was made as one. */
export function isOwnFile(
  user: { id: string; role: Role } | null | undefined,
  file: { ownerId: string } | undefined,
): boolean {
  return user?.role === 'secretary' && file?.ownerId === user.id;
}
