import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { entities } from '#src/data/entities.ts';
import { api, defineCollection } from '#src/sync/index.ts';

/** All keywords, GET /keywords. */
export function keywordListQuery() {
  return queryOptions({ queryKey: ['keywords'], queryFn: ({ signal }) => api(calls.listKeywords, { signal }) });
}

export const keywordCollection = defineCollection<Keyword>({
  entity: entities.keyword,
  idOf: ({ id }) => id,
  holding: ([name]) => (name === 'keywords' ? {} : undefined),
  insert: withKeyword,
  address: () => '/main/settings/keywords',
  async candidates(_row, signal) {
    const keywords = await api(calls.listKeywords, { signal });
    return keywords.map(({ id, name }) => ({ id, title: name ?? id }));
  },
});

/** Inserts a new keyword at its place in an alphabetical list, or at the end of any other list. */
function withKeyword(all: readonly Keyword[], keyword: Keyword): Keyword[] {
  const isOrdered = all.every((each, index) => index === 0 || compare(all[index - 1], each) <= 0);
  const next = isOrdered ? all.findIndex((each) => compare(each, keyword) > 0) : -1;
  return next < 0 ? [...all, keyword] : [...all.slice(0, next), keyword, ...all.slice(next)];
}

function compare(one: Partial<Keyword> | undefined, other: Partial<Keyword>): number {
  return (one?.name ?? '').localeCompare(other.name ?? '', 'ru');
}
