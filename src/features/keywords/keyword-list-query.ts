import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { calls } from '#contract/calls.ts';
import type { Keyword } from '#contract/keyword.ts';
import { applyToKeywords } from '#src/data/keyword/index.ts';
import { api, useQueuedMutations } from '#src/sync/index.ts';

/** All keywords, GET /keywords. */
function keywordListQuery() {
  return queryOptions({ queryKey: ['keywords'], queryFn: ({ signal }) => api(calls.listKeywords, { signal }) });
}

/**
 * All keywords with queued mutations applied. `unread` are the unsent ones where nothing was ever read and nothing can
 * be now: with no line they are all that there is.
 */
export function useKeywords() {
  const rows = useQueuedMutations();
  const select = useCallback((keywords: Keyword[]) => applyToKeywords(keywords, rows), [rows]);
  const query = useQuery({ ...keywordListQuery(), select });
  const isOutOfReach = query.data === undefined && (query.fetchStatus === 'paused' || query.isError);
  const alone = useMemo(() => (isOutOfReach ? applyToKeywords([], rows) : []), [isOutOfReach, rows]);
  return { query, unread: alone.length > 0 ? alone : undefined };
}
