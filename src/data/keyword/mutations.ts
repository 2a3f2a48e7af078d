import type { QueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keyword.ts';
import {
  defineMutation,
  needsPerson,
  type Optimistic,
  type OutboxRow,
  variablesOf,
  withUnsent,
} from '#src/sync/index.ts';

// No two may have one name: a freed name can be taken only after what freed it.
const scope = 'keywords';

/** POST /keywords under an id of our own. */
export const createKeyword = defineMutation({
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
  onSettled: (client, _variables, made) => showKeywords(client, (all) => (made ? withKeyword(all, made) : all)),
});

/** PUT /keywords/{id}; what this version does not know goes back as it came. */
export const renameKeyword = defineMutation({
  name: 'keyword.update',
  call: calls.updateKeyword,
  prepare: ({ keyword: { id, ...rest }, name }: { keyword: Keyword; name: string }) => ({
    scope,
    subject: id,
    title: `Ключевое слово «${rest.name ?? id}», новое название «${name}»`,
    params: { id },
    body: { ...rest, name },
  }),
  onSettled: (client, { keyword: { id }, name }) =>
    showKeywords(client, (all) => all.map((each) => (each.id === id ? { ...each, name } : each))),
});

/** DELETE /keywords/{id}; one that is gone already is what was wanted. */
export const deleteKeyword = defineMutation({
  name: 'keyword.delete',
  call: calls.deleteKeyword,
  prepare: ({ keyword: { id, name } }: { keyword: Keyword }) => ({
    scope,
    subject: id,
    title: `Удалить ключевое слово «${name ?? id}»`,
    params: { id },
    successStatuses: [404],
  }),
  onSettled: (client, { keyword: { id } }) => showKeywords(client, (all) => all.filter((each) => each.id !== id)),
});

export const keywordMutations = [createKeyword, renameKeyword, deleteKeyword] as const;

/** The keywords as they are once all that is unsent has arrived. One whose deletion was refused is still there. */
export function applyToKeywords(keywords: readonly Keyword[], rows: readonly OutboxRow[]): Optimistic<Keyword>[] {
  let optimistic: Optimistic<Keyword>[] = [...keywords];
  const mark = (row: OutboxRow, change: Partial<Keyword> = {}) => {
    optimistic = optimistic.map((each) => (each.id === row.subject ? withUnsent({ ...each, ...change }, [row]) : each));
  };
  for (const row of rows) {
    const made = variablesOf(createKeyword, row);
    if (made) {
      optimistic = withKeyword(optimistic, made);
      mark(row);
    }
    const named = variablesOf(renameKeyword, row);
    if (named) mark(row, { name: named.name });
    if (!variablesOf(deleteKeyword, row)) continue;
    if (needsPerson(row)) mark(row);
    else optimistic = optimistic.filter(({ id }) => id !== row.subject);
  }
  return optimistic;
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
