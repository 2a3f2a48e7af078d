import type { User } from '#contract/identity/user.ts';
import { assignableRoles, type Role } from '#contract/roles.ts';

/** The signed-in person. */
export interface Actor {
  id: string | undefined;
  role: Role;
}

/**
 * Whether the actor may change this person. A secretary sees everyone but may change only the externals they added:
 * only for those does the server send `is_blocked`. A provider that gives no roles decides itself.
 */
export function mayChange(actor: Actor, user: User): boolean {
  if (actor.id === user.id || actor.role === 'admin' || actor.role === 'manager') return true;
  if (actor.role !== 'secretary') return false;
  return user.role === undefined || user.role === null || (user.role === 'external' && 'is_blocked' in user);
}

/** Whether the actor may block this person; nobody can block themselves. */
export function mayBlock(actor: Actor, user: User): boolean {
  return actor.id !== user.id && mayChange(actor, user);
}

/**
 * Whether the actor may change the e-mail of this person. Only an administrator may change one that somebody signs in
 * with, the own one included. Until an invitation is accepted, its address may be corrected. A provider that tells
 * nothing about invitations decides itself.
 */
export function mayChangeEmail(actor: Actor, user: User): boolean {
  if (actor.role === 'admin') return true;
  return actor.id !== user.id && user.invitation !== null && user.invitation !== 'accepted';
}

/** Whether changing this e-mail requires the password: it is the actor's own, on a server that tells of invitations. */
export function needsPasswordForEmail(actor: Actor, user: User): boolean {
  return actor.id === user.id && user.invitation !== undefined;
}

/**
 * Whether the actor may set a password. Others than an administrator invite people, so that only the owner knows it.
 */
export function maySetPassword(actor: Actor): boolean {
  return actor.role === 'admin';
}

/** Returns the roles that the actor may choose for this person, including the current one. */
export function rolesFor(actor: Actor, user: User | undefined): readonly Role[] {
  if (user && user.id === actor.id) return user.role ? [user.role] : [];
  const offered = assignableRoles[actor.role];
  return user?.role && !offered.includes(user.role) ? [user.role, ...offered] : offered;
}

/**
 * Whether the actor may send the invitation again: the person has not set a password yet, and the actor may block them.
 */
export function mayInvite(actor: Actor, user: User): boolean {
  const isWaiting = user.invitation !== undefined && user.invitation !== null && user.invitation !== 'accepted';
  return isWaiting && user.is_blocked !== true && mayBlock(actor, user);
}

/**
 * Whether the actor may hand over the work of this person: of any role, since they may have been a secretary before.
 */
export function mayHandOver(actor: Actor, user: User): boolean {
  return actor.role === 'admin' && Boolean(user.role);
}

/** Whether blocking offers the handover; not for externals, of whom there are many and hardly one has any work. */
export function asksHandover(actor: Actor, user: User): boolean {
  return mayHandOver(actor, user) && user.role !== 'external';
}
