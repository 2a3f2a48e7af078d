import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keyword.ts';
import { api } from '#src/lib/api.ts';

/** All keywords, GET /keywords. */
export function keywordListQuery() {
  return queryOptions({ queryKey: ['keywords'], queryFn: ({ signal }) => api(calls.listKeywords, { signal }) });
}

/** Shows a change of the list at once, and asks again for it and for the figures that count it. */
export async function showKeywords(client: QueryClient, change?: (all: Keyword[]) => Keyword[]): Promise<void> {
  const { queryKey } = keywordListQuery();
  if (change) client.setQueryData(queryKey, (all) => all && change(all));
  await Promise.all([
    client.invalidateQueries({ queryKey }),
    client.invalidateQueries({ queryKey: ['statistics', 'entities'] }),
  ]);
}
