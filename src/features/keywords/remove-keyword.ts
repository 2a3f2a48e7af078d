import { uuidv7 } from 'uuidv7';
import type { Keyword } from '#contract/keyword.ts';
import { createKeyword, deleteKeyword } from '#src/data/keyword/index.ts';
import { cancelUnsent, type MutationOptions, mutate, type Optimistic, outbox } from '#src/sync/index.ts';

/** Deletes a keyword; of one that the server never had nothing is sent. What was refused of it goes with it. */
export async function removeKeyword(
  { unsent, ...keyword }: Optimistic<Keyword>,
  form: MutationOptions['form'],
): Promise<void> {
  if (await cancelUnsent(keyword.id)) return;
  await mutate(deleteKeyword, { keyword }, { form, basedOn: unsent?.writes });
}

/**
 * Brings a deleted keyword back: its deletion is not sent if it has not left yet, else it is made anew. Resolves with the
 * id that it has now.
 */
export async function returnKeyword({ id, name }: Keyword, form: MutationOptions['form']): Promise<string> {
  const deletion = outbox.list().find((row) => row.kind === deleteKeyword.name && row.subject === id);
  if (deletion && deletion.state !== 'sent' && (await outbox.cancel(deletion.id))) return id;
  const made = { id: uuidv7(), name: name?.trim() ?? '' };
  await mutate(createKeyword, made, { form });
  return made.id;
}
