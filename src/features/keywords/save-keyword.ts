import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keyword.ts';
import { api } from '#src/lib/api.ts';
import { ApiError } from '#src/lib/api-errors.ts';
import { ignoreGone } from '#src/lib/ignore-gone.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { written } from '#src/lib/written.ts';

/** One keyword to add: `id` and `key` stay the same for every try, so that it is added once. */
export interface NewKeyword {
  id: string;
  key: string;
  name: string;
}

/** POST /keywords. */
export async function addKeyword({ id, key, name }: NewKeyword): Promise<void> {
  const ours = await isOurs();
  await written(api(calls.createKeyword, { idempotencyKey: key, body: { ...(ours ? { id } : {}), name } }));
}

/** PUT /keywords/{id}; what this version does not know goes back as it came. */
export async function renameKeyword({ id, ...rest }: Keyword, name: string): Promise<void> {
  await written(api(calls.updateKeyword, { params: { id }, body: { ...rest, name } }));
}

/** DELETE /keywords/{id}; one that is gone already is what was wanted. */
export async function deleteKeyword(id: string): Promise<void> {
  await api(calls.deleteKeyword, { params: { id } }).catch(ignoreGone);
}

/** What to say of a refused name at its field. */
export function nameProblem(error: unknown, words: string): string {
  return (error instanceof ApiError ? error.fields.name : undefined) ?? words;
}
