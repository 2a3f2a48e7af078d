import type { QueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keyword.ts';
import { type Laid, needsPerson, type OutboxRow, variablesOf, withUnsent, writeKind } from '#src/sync/index.ts';

// No two may have one name: a freed name can be taken only after what freed it.
const scope = 'keywords';

/** POST /keywords under an id of our own. */
export const createKeyword = writeKind({
  name: 'keyword.create',
  call: calls.createKeyword,
  prepare: ({ id, name }: { id: string; name: string }) => ({
    scope,
    subject: id,
    creates: id,
    title: `Новое ключевое слово «${name}»`,
    body: { id, name },
    extras: ['id'],
  }),
  taken: (client, _variables, made) => showKeywords(client, (all) => (made ? withKeyword(all, made) : all)),
});

/** PUT /keywords/{id}; what this version does not know goes back as it came. */
export const renameKeyword = writeKind({
  name: 'keyword.update',
  call: calls.updateKeyword,
  prepare: ({ keyword: { id, ...rest }, name }: { keyword: Keyword; name: string }) => ({
    scope,
    subject: id,
    title: `Ключевое слово «${rest.name ?? id}», новое название «${name}»`,
    params: { id },
    body: { ...rest, name },
  }),
  taken: (client, { keyword: { id }, name }) =>
    showKeywords(client, (all) => all.map((each) => (each.id === id ? { ...each, name } : each))),
});

/** DELETE /keywords/{id}; one that is gone already is what was wanted. */
export const deleteKeyword = writeKind({
  name: 'keyword.delete',
  call: calls.deleteKeyword,
  prepare: ({ keyword: { id, name } }: { keyword: Keyword }) => ({
    scope,
    subject: id,
    title: `Удалить ключевое слово «${name ?? id}»`,
    params: { id },
    settled: [404],
  }),
  taken: (client, { keyword: { id } }) => showKeywords(client, (all) => all.filter((each) => each.id !== id)),
});

export const keywordWrites = [createKeyword, renameKeyword, deleteKeyword] as const;

/** The keywords as they are once all that is unsent has arrived. One whose deletion was refused is still there. */
export function layKeywords(keywords: readonly Keyword[], rows: readonly OutboxRow[]): Laid<Keyword>[] {
  let laid: Laid<Keyword>[] = [...keywords];
  const mark = (row: OutboxRow, change: Partial<Keyword> = {}) => {
    laid = laid.map((each) => (each.id === row.subject ? withUnsent({ ...each, ...change }, [row]) : each));
  };
  for (const row of rows) {
    const made = variablesOf(createKeyword, row);
    if (made) {
      laid = withKeyword(laid, made);
      mark(row);
    }
    const named = variablesOf(renameKeyword, row);
    if (named) mark(row, { name: named.name });
    if (!variablesOf(deleteKeyword, row)) continue;
    if (needsPerson(row)) mark(row);
    else laid = laid.filter(({ id }) => id !== row.subject);
  }
  return laid;
}

/** The list with a new one, where a list in alphabetical order has it; at the end of another. */
function withKeyword<T extends Keyword>(all: readonly T[], { id, name }: Keyword): (T | Keyword)[] {
  if (all.some((each) => each.id === id)) return [...all];
  const isOrdered = all.every((each, index) => index === 0 || compare(all[index - 1], each) <= 0);
  const next = isOrdered ? all.findIndex((each) => compare(each, { name }) > 0) : -1;
  return next < 0 ? [...all, { id, name }] : [...all.slice(0, next), { id, name }, ...all.slice(next)];
}

function compare(one: Partial<Keyword> | undefined, other: Partial<Keyword>): number {
  return (one?.name ?? '').localeCompare(other.name ?? '', 'ru');
}

/** Shows a change of the list at once, and asks again for it and for the figures that count it. */
async function showKeywords(client: QueryClient, change: (all: Keyword[]) => Keyword[]): Promise<void> {
  client.setQueryData<Keyword[]>(['keywords'], (all) => all && change(all));
  await Promise.all([
    client.invalidateQueries({ queryKey: ['keywords'] }),
    client.invalidateQueries({ queryKey: ['statistics', 'entities'] }),
  ]);
}
