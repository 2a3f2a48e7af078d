import { uuidv7 } from 'uuidv7';
import type { Keyword } from '#contract/keyword.ts';
import { createKeyword, deleteKeyword } from '#src/data/keyword/index.ts';
import { cancelUnsent, type MutationOptions, mutate, type Optimistic, outbox } from '#src/sync/index.ts';

/** Deletes a keyword with its refused mutations; sends nothing if the server never had it. */
export async function removeKeyword(
  { unsent, ...keyword }: Optimistic<Keyword>,
  form: MutationOptions['form'],
): Promise<void> {
  if (await cancelUnsent(keyword.id)) return;
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
