import * as z from 'zod/mini';
import { type User, type UserCreate, type UserUpdate, userCreate, userUpdate } from '#contract/identity/user.ts';
import type { Role } from '#contract/roles.ts';
import { profileChange, profileForm, profileOf, unreadName } from '#src/data/person/index.ts';

const { email, role, password } = userCreate.shape;
/** Converts an empty field to undefined. */
const emptyIsNone = z.transform((value) => (value === '' ? undefined : value));
const manager = z.array(z.object({ id: z.string(), name: z.string() }));

/** Schema of the form of a new person. */
export const newPersonForm = z.object({
  ...profileForm.shape,
  email,
  role,
  manager,
  password: z.pipe(emptyIsNone, password),
});

/** Schema of the form of an existing person; a provider may have given neither e-mail nor role. */
export const changedPersonForm = z.object({
  ...profileForm.shape,
  email: z.pipe(emptyIsNone, userUpdate.shape.email),
  role: z.pipe(emptyIsNone, userUpdate.shape.role),
  manager,
  password: z.pipe(emptyIsNone, password),
  current_password: z.pipe(emptyIsNone, userUpdate.shape.current_password),
});

/** Values of the form fields. */
export type PersonFormInput = ReturnType<typeof personFormOf>;
export type PersonForm = z.output<typeof newPersonForm>;
export type ChangedPersonForm = z.output<typeof changedPersonForm>;

/** Fields of the form, named as in the server's errors. */
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

/** Fields of the form of an existing person. */
export const changedPersonFields = [...personFields, 'current_password'] as const;

/** Returns the initial values of the form from what is known of a person. */
export function personFormOf(person: Partial<User>, managerName?: string) {
  const role: Role | '' = person.role ?? '';
  const { email, manager_id } = person;
  const manager = manager_id ? [{ id: manager_id, name: managerName ?? unreadName(manager_id) }] : [];
  return { ...profileOf(person), email: email ?? '', role, manager, password: '', current_password: '' };
}

/** Returns the person that the form adds. Empty fields are left out: a provider may refuse an empty string. */
export function newPersonOf({ manager, name, email, role, ...rest }: PersonForm): UserCreate {
  const managerId = role === 'secretary' ? manager[0]?.id : undefined;
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return { name, email, role, ...filled, ...(managerId ? { manager_id: managerId } : {}) };
}

/** Returns what the form changes in a person. Only a secretary has a manager. */
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
