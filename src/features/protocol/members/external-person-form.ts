import * as z from 'zod/mini';
import { type UserCreate, userCreate } from '#contract/user.ts';
import { profileForm, profileOf } from '#src/data/person/index.ts';

/** The form of somebody from outside who takes part. */
export const externalPersonForm = z.object({ ...profileForm.shape, email: userCreate.shape.email });
export type ExternalPersonForm = z.output<typeof externalPersonForm>;

export const externalPersonFields = ['name', 'email', 'position', 'organization', 'phone'] as const;

/** What the form begins with: the name that was typed in the search. */
export function externalPersonOf(name: string) {
  return { ...profileOf({ name }), email: '' };
}

/** Whom the form adds. What is empty is not sent: a provider may take an empty text for a wrong one. */
export function newExternal({ name, email, ...rest }: ExternalPersonForm): UserCreate {
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return { name, email, role: 'external', ...filled };
}
