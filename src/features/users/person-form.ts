import * as z from 'zod/mini';
import type { Role } from '#contract/roles.ts';
import { type User, type UserCreate, type UserUpdate, userCreate, userUpdate } from '#contract/user.ts';
import { profileChange, profileForm, profileOf, unreadName } from '#src/data/person/index.ts';

const { email, role, password } = userCreate.shape;
/** What an empty field of a form means: nothing. */
const emptyIsNone = z.transform((value) => (value === '' ? undefined : value));
const manager = z.array(z.object({ id: z.string(), name: z.string() }));

/** The form of a new person. */
export const newPersonForm = z.object({
  ...profileForm.shape,
  email,
  role,
  manager,
  password: z.pipe(emptyIsNone, password),
});

/** The form of a person who is there: a provider may have told neither e-mail nor role. */
export const changedPersonForm = z.object({
  ...profileForm.shape,
  email: z.pipe(emptyIsNone, userUpdate.shape.email),
  role: z.pipe(emptyIsNone, userUpdate.shape.role),
  manager,
  password: z.pipe(emptyIsNone, password),
  current_password: z.pipe(emptyIsNone, userUpdate.shape.current_password),
});

/** The fields as they stand in a form. */
export type PersonFormInput = ReturnType<typeof personFormOf>;
export type PersonForm = z.output<typeof newPersonForm>;
export type ChangedPersonForm = z.output<typeof changedPersonForm>;

/** The fields of the form, by the names that the server gives them in its errors. */
export const personFields = [
  'name',
  'email',
  'role',
  'manager',
  'position',
  'organization',
  'phone',
  'password',
] as const;

/** Those of a person who is there. */
export const changedPersonFields = [...personFields, 'current_password'] as const;

/** What the form begins with: what is known of a person. */
export function personFormOf(person: Partial<User>, managerName?: string) {
  const role: Role | '' = person.role ?? '';
  const { email, manager_id } = person;
  const manager = manager_id ? [{ id: manager_id, name: managerName ?? unreadName(manager_id) }] : [];
  return { ...profileOf(person), email: email ?? '', role, manager, password: '', current_password: '' };
}

/** Whom the form adds. What is empty is not sent: a provider may take an empty text for a wrong one. */
export function newPersonOf({ manager, name, email, role, ...rest }: PersonForm): UserCreate {
  const managerId = role === 'secretary' ? manager[0]?.id : undefined;
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return { name, email, role, ...filled, ...(managerId ? { manager_id: managerId } : {}) };
}

/** What the form changes of a person. Whoever is no secretary has no manager to choose. */
export function personChange(base: User, form: ChangedPersonForm): UserUpdate {
  const managerId = form.manager[0]?.id ?? null;
  const role = form.role ?? base.role;
  const isMoved = form.email !== undefined && form.email !== (base.email ?? '');
  return {
    ...profileChange(base, form),
    ...(isMoved ? { email: form.email } : {}),
    ...(isMoved && form.current_password ? { current_password: form.current_password } : {}),
    ...(form.role !== undefined && form.role !== base.role ? { role: form.role } : {}),
    ...(role === 'secretary' && managerId !== (base.manager_id ?? null) ? { manager_id: managerId } : {}),
  };
}
