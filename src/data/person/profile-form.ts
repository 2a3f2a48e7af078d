import * as z from 'zod/mini';
import { meUpdate, type User, type UserUpdate } from '#contract/identity/user.ts';

const { name, position, organization, phone } = meUpdate.shape;

/** The fields of a profile in the form of PUT. */
export const profileForm = z.object({ name, position, organization, phone });
export type ProfileForm = z.output<typeof profileForm>;

const fields = ['name', 'position', 'organization', 'phone'] as const;
export const profileFields: readonly (keyof ProfileForm)[] = fields;

/** Returns the initial values of the form for a person. */
export function profileOf(person: Partial<User>) {
  const { name, position, organization, phone } = person;
  return { name: name ?? '', position: position ?? '', organization: organization ?? '', phone: phone ?? '' };
}

/** Returns the fields that the form changes; an emptied field is null. */
export function profileChange(base: Partial<User>, form: ProfileForm): UserUpdate {
  const before = profileOf(base);
  const changed = fields.filter((field) => (form[field] ?? '') !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, form[field] || null]));
}
