import type { QueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keyword.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';
import { type Laid, withUnsent } from './unsent.ts';
import { variablesOf, writeKind } from './write-kind.ts';

/** POST /keywords under an id of our own. */
export const createKeyword = writeKind({
  name: 'keyword.create',
  call: calls.createKeyword,
  prepare: ({ id, name }: { id: string; name: string }) => ({
    scope: `keyword:${id}`,
    subject: id,
    creates: id,
    title: `Новое ключевое слово «${name}»`,
    body: { id, name },
    extras: ['id'],
  }),
  taken: refetchKeywords,
});

/** PUT /keywords/{id}; what this version does not know goes back as it came. */
export const renameKeyword = writeKind({
  name: 'keyword.update',
  call: calls.updateKeyword,
  prepare: ({ keyword: { id, ...rest }, name }: { keyword: Keyword; name: string }) => ({
    scope: `keyword:${id}`,
    subject: id,
    title: `Ключевое слово «${name}»`,
    params: { id },
    body: { ...rest, name },
  }),
  taken: refetchKeywords,
});

/** DELETE /keywords/{id}; one that is gone already is what was wanted. */
export const deleteKeyword = writeKind({
  name: 'keyword.delete',
  call: calls.deleteKeyword,
  prepare: ({ keyword: { id, name } }: { keyword: Keyword }) => ({
    scope: `keyword:${id}`,
    subject: id,
    title: `Удалить ключевое слово «${name ?? id}»`,
    params: { id },
    settled: [404],
  }),
  taken: refetchKeywords,
});

export const keywordWrites = [createKeyword, renameKeyword, deleteKeyword] as const;

/** The keywords as they are once all that is unsent has arrived. */
export function layKeywords(keywords: readonly Keyword[], rows: readonly OutboxRow[]): Laid<Keyword>[] {
  let laid: Laid<Keyword>[] = [...keywords];
  for (const row of rows) {
    const made = variablesOf(createKeyword, row);
    if (made && !laid.some(({ id }) => id === made.id)) laid = [...laid, withUnsent({ ...made }, [row])];
    const named = variablesOf(renameKeyword, row);
    if (named) {
      laid = laid.map((each) => (each.id === row.subject ? withUnsent({ ...each, name: named.name }, [row]) : each));
    }
    if (variablesOf(deleteKeyword, row)) laid = laid.filter(({ id }) => id !== row.subject);
  }
  return laid;
}

async function refetchKeywords(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['keywords'] }),
    client.invalidateQueries({ queryKey: ['statistics', 'entities'] }),
  ]);
}
