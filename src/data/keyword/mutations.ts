import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { entities } from '#src/data/entities.ts';
import { defineMutation } from '#src/sync/index.ts';

const { keyword: keywords } = entities;
// The list of keywords, and the statistics that count them.
const stale = [['keywords'], ['statistics', 'entities']];
// Names are unique: a freed name can be reused only after the mutation that freed it.
const scope = 'keywords';

/** POST /keywords with a client-generated id. */
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
  changes: ({ id, name }, reply) => [keywords.create(id, () => ({ id, name, ...reply }))],
  invalidates: () => stale,
});

/** PUT /keywords/{id}; fields unknown to this version are sent back unchanged. */
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
  changes: ({ keyword: { id }, name }) => [keywords.update(id, (each) => ({ ...each, name }))],
  invalidates: () => stale,
});

/** DELETE /keywords/{id}; a 404 counts as success. */
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
  changes: ({ keyword: { id } }) => [keywords.remove(id)],
  invalidates: () => stale,
});

export const keywordMutations = [createKeyword, renameKeyword, deleteKeyword] as const;
