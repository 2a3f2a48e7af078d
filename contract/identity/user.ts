import * as z from 'zod/mini';
import { boolean, email, maybe, paging, queryNumber, requiredText, search, string, text } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { role, roles } from '#contract/roles.ts';

/**
 * State of an invitation: the mail is on its way or delivered, it lies on the server because no mail server is
 * connected, it could not be delivered, its link has expired, or a password has been set since.
 */
export const invitationStates = ['none', 'waiting', 'sent', 'stored', 'failed', 'expired', 'accepted'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** A person of the system. Only `id` is always present. */
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
  /** Ours, for those responsible for the person: the state of the last invitation, and when it was sent. */
  invitation: maybe(z.catch(z.nullable(z.enum(invitationStates)), null)),
  invited_at: maybe(string),
});
export type User = z.infer<typeof user>;

/** GET /me: the signed-in person. */
export const me = z.looseObject({ ...user.shape, role });
export type Me = z.infer<typeof me>;

const choice = z.pipe(
  z.transform((value) => (value === 'true' || value === 'false' ? Number(value === 'true') : value)),
  queryNumber(0, 1),
);

export const userListQuery = z.object({
  ...paging.shape,
  search,
  with_blocked: z.optional(choice),
  /** Ours (`people-uninvited`), for an admin: those who cannot sign in and never got a link. */
  uninvited: z.optional(choice),
  /** Ours (`people-by-role`). */
  role: z.optional(z.enum(roles)),
});

/** A name with single spaces, since it is printed and searched. */
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

/** POST /users: without a password the person gets an invitation to set one. */
export const userCreate = z.looseObject({
  ...profileFields,
  id: z.optional(id),
  email,
  role: z.enum(roles),
  manager_id: maybe(id),
  password: z.optional(password),
});
export type UserCreate = z.output<typeof userCreate>;

/** The picture in form data; it is checked by its content. */
export const avatarFile = { avatar: { most: 1, maxBytes: 5 * 1024 * 1024 } } as const;
/** Maximum side of the picture in pixels: a list shows many at once, and each is decoded completely. */
export const maxAvatarSide = 2048;

/**
 * PUT /users/{id}: omitted fields stay unchanged; `avatar_url` null removes the picture. As form data it is sent by
 * POST with `_method=PUT` and may contain `avatar`.
 */
export const userUpdate = z.looseObject({
  ...profileFields,
  email: z.optional(email),
  role: z.optional(z.enum(roles)),
  manager_id: maybe(id),
  is_blocked: z.optional(z.boolean()),
  password: z.optional(password),
  /** The person's own password, required for changing the e-mail that they sign in with. */
  current_password: z.optional(text(1000)),
  avatar_url: maybe(string),
});

export type UserUpdate = z.output<typeof userUpdate>;

/** PUT /me: changes the person's own profile. */
export const meUpdate = z.looseObject({ ...profileFields, avatar_url: maybe(string) });
