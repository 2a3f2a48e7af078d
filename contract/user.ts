import * as z from 'zod/mini';
import { boolean, email, maybe, paging, queryNumber, requiredText, search, string, text } from './common.ts';
import { id } from './id.ts';
import { role, roles } from './roles.ts';

/**
 * How far an invitation is: the mail is on its way or there, it lies on the server, which no mail server is connected to, it
 * could not be delivered, its link is over, a password was set since.
 */
export const invitationStates = ['none', 'sent', 'stored', 'failed', 'expired', 'accepted'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** A person of the system. Only `id` is sure to be there. */
export const user = z.looseObject({
  id,
  email: maybe(string),
  role: maybe(role),
  name: maybe(string),
  position: maybe(string),
  organization: maybe(string),
  phone: maybe(string),
  avatar_url: maybe(string),
  is_blocked: maybe(boolean),
  manager_id: maybe(id),
  /** Ours, to those who answer for the person: how far the last invitation is, and when it was sent. */
  invitation: maybe(z.catch(z.nullable(z.enum(invitationStates)), null)),
  invited_at: maybe(string),
});
export type User = z.infer<typeof user>;

/** GET /me: who is signed in. */
export const me = z.looseObject({ ...user.shape, role });
export type Me = z.infer<typeof me>;

export const userListQuery = z.object({
  ...paging.shape,
  search,
  with_blocked: z.optional(queryNumber(0, 1)),
  /** Ours (`people-by-role`). */
  role: z.optional(z.enum(roles)),
});

/** One blank between words: a name is printed and searched. */
const personName = requiredText(200).check(z.overwrite((name) => name.replaceAll(/\s+/g, ' ')));

const profileFields = {
  name: z.optional(personName),
  position: maybe(text(200)),
  organization: maybe(text(300)),
  phone: maybe(text(50)),
};

const password = z
  .string()
  .check(z.minLength(6, 'Пароль должен содержать минимум 6 символов'), z.maxLength(1000, 'Не больше 1 000 символов'));

/** POST /users: without a password an invitation lets the person set one. */
export const userCreate = z.looseObject({
  ...profileFields,
  id: z.optional(id),
  email,
  role: z.enum(roles),
  manager_id: maybe(id),
  password: z.optional(password),
});
export type UserCreate = z.output<typeof userCreate>;

/** What form data may bring: a picture that is checked by its content. */
export const avatarFile = { avatar: { most: 1, maxBytes: 5 * 1024 * 1024 } } as const;
/** Pixels of a side: a list shows many at once, and each is decoded whole. */
export const mostAvatarSide = 2048;

/**
 * PUT /users/{id}: what is not named stays; `avatar_url` null takes the picture away. As form data it comes by POST with
 * `_method=PUT` and may hold `avatar`.
 */
export const userUpdate = z.looseObject({
  ...profileFields,
  email: z.optional(email),
  role: z.optional(z.enum(roles)),
  manager_id: maybe(id),
  is_blocked: z.optional(z.boolean()),
  password: z.optional(password),
  /** The own one, asked of whoever changes the e-mail that they sign in with. */
  current_password: z.optional(text(1000)),
  avatar_url: maybe(string),
});

export type UserUpdate = z.output<typeof userUpdate>;

/** PUT /me: the own profile. */
export const meUpdate = z.looseObject({ ...profileFields, avatar_url: maybe(string) });
