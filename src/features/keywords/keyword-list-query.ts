import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keyword.ts';
import { api } from '#src/lib/api.ts';
import { layKeywords } from '#src/lib/writes/keyword-writes.ts';
import { useWrites } from '#src/lib/writes/use-writes.ts';

/** All keywords, GET /keywords. */
function keywordListQuery() {
  return queryOptions({ queryKey: ['keywords'], queryFn: ({ signal }) => api(calls.listKeywords, { signal }) });
}

/** All keywords with what is unsent laid over them. */
export function useKeywords() {
  const rows = useWrites();
  const select = useCallback((keywords: Keyword[]) => layKeywords(keywords, rows), [rows]);
  return useQuery({ ...keywordListQuery(), select });
}
