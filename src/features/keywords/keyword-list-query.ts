import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/lib/api.ts';

/** All keywords, GET /keywords. */
export function keywordListQuery() {
  return queryOptions({ queryKey: ['keywords'], queryFn: ({ signal }) => api(calls.listKeywords, { signal }) });
}
