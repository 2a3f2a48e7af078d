import { uuidv7 } from 'uuidv7';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { createKeyword, deleteKeyword, renameKeyword } from '#src/data/keyword/index.ts';
import {
  ApiError,
  cancelUnsent,
  errorWords,
  type MutationOptions,
  mutate,
  needsPerson,
  type Optimistic,
  type OutboxRow,
  outbox,
  resolveMutation,
  variablesOf,
} from '#src/sync/index.ts';

/** Returns the shown name of a keyword, also where a provider sends none. */
export function keywordName({ id, name }: Keyword): string {
  return name?.trim() || `Ключевое слово ${id}`;
}

/** Returns the mutation naming this keyword that waits for the person; saving another name resolves it. */
export function refusedNaming(rows: readonly OutboxRow[], id: string): OutboxRow | undefined {
  return rows.find((row) => row.subject === id && needsPerson(row) && nameIn(row) !== undefined);
}

/** Returns the name that a mutation gives; undefined where it gives none. */
export function nameIn(row: OutboxRow): string | undefined {
  return (variablesOf(createKeyword, row) ?? variablesOf(renameKeyword, row))?.name;
}

/** Sends a refused mutation with this name instead. */
export async function resolveName(row: OutboxRow, name: string): Promise<void> {
  const made = variablesOf(createKeyword, row);
  if (made) await resolveMutation(createKeyword, row, { ...made, name });
  const named = variablesOf(renameKeyword, row);
  if (named) await resolveMutation(renameKeyword, row, { ...named, name });
}

/** Returns the message at the field for a refused name. */
export function nameProblem(error: unknown): string {
  const { title, words } = errorWords(error);
  return (error instanceof ApiError ? error.fields.name : undefined) ?? `${title}. ${words}`;
}

/** Returns why the name of a mutation was refused; undefined where it was not. */
export function refusedName({ fault }: OutboxRow): string | undefined {
  return fault ? (fault.fields.name ?? fault.message) : undefined;
}

/** Deletes a keyword with its refused mutations; sends nothing if the server never had it. */
export async function removeKeyword(
  { unsent, ...keyword }: Optimistic<Keyword>,
  form: MutationOptions['form'],
): Promise<void> {
  if (await cancelUnsent(deleteKeyword, { keyword })) return;
  await mutate(deleteKeyword, { keyword }, { form, basedOn: unsent?.writes });
}

/**
 * Restores a deleted keyword: cancels the deletion if it has not been sent, otherwise creates the keyword anew.
 * Resolves with the id that it then has.
 */
export async function returnKeyword({ id, name }: Keyword, form: MutationOptions['form']): Promise<string> {
  const deletion = outbox.list().find((row) => row.kind === deleteKeyword.name && row.subject === id);
  if (deletion && deletion.state !== 'sent' && (await outbox.cancel(deletion.id))) return id;
  const made = { id: uuidv7(), name: name?.trim() ?? '' };
  await mutate(createKeyword, made, { form });
  return made.id;
}
