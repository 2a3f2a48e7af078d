import type { Role } from '#contract/roles.ts';
import type { User } from '#contract/user.ts';

/** Who looks at the list. */
export interface Actor {
  id: string | undefined;
  role: Role;
}

const given: Record<Role, readonly Role[]> = {
  admin: ['secretary', 'manager', 'admin', 'external'],
  manager: ['secretary', 'external'],
  secretary: ['external'],
  external: [],
};

/** The roles that a person may give, the usual one first. */
export function rolesToGive(role: Role): readonly Role[] {
  return given[role];
}

/**
 * Whether the actor may change this person. A secretary sees everyone but answers for the externals they added: of those
 * alone the server tells whether they are blocked. A provider that tells no roles decides for itself.
 */
export function mayChange(actor: Actor, user: User): boolean {
  if (actor.id === user.id || actor.role === 'admin' || actor.role === 'manager') return true;
  if (actor.role !== 'secretary') return false;
  return user.role === undefined || user.role === null || (user.role === 'external' && 'is_blocked' in user);
}

/** Nobody blocks themselves. */
export function mayBlock(actor: Actor, user: User): boolean {
  return actor.id !== user.id && mayChange(actor, user);
}

/**
 * Only an administrator changes an e-mail that somebody signs in with, also the own one. Until an invitation is accepted
 * its address may be corrected. A provider that tells nothing of invitations decides for itself.
 */
export function mayChangeEmail(actor: Actor, user: User): boolean {
  if (actor.role === 'admin') return true;
  return actor.id !== user.id && user.invitation !== null && user.invitation !== 'accepted';
}

/** Whether another e-mail of this person has to come with the password: it is the own one, and the server is ours. */
export function needsPasswordForEmail(actor: Actor, user: User): boolean {
  return actor.id === user.id && user.invitation !== undefined;
}

/** Others than an administrator invite whom they add: a password is known to its owner alone. */
export function maySetPassword(actor: Actor): boolean {
  return actor.role === 'admin';
}

/** The roles that the actor may choose from for this person: the one they have stays among them. */
export function rolesFor(actor: Actor, user: User | undefined): readonly Role[] {
  if (user && user.id === actor.id) return user.role ? [user.role] : [];
  const offered = rolesToGive(actor.role);
  return user?.role && !offered.includes(user.role) ? [user.role, ...offered] : offered;
}

/** Whom an invitation can be sent again: those one answers for, until they set a password. */
export function mayInvite(actor: Actor, user: User): boolean {
  const isWaiting = user.invitation !== undefined && user.invitation !== null && user.invitation !== 'accepted';
  return isWaiting && user.is_blocked !== true && mayBlock(actor, user);
}

/** Whose work may be given to another secretary: that of everyone, since they may have been one before. */
export function mayHandOver(actor: Actor, user: User): boolean {
  return actor.role === 'admin' && Boolean(user.role);
}

/** Whether a block asks for it, too: of external participants there are many, and hardly one has any work. */
export function asksHandover(actor: Actor, user: User): boolean {
  return mayHandOver(actor, user) && user.role !== 'external';
}
