import { call } from '#contract/call.ts';
import { searchGroup, searchQuery } from './search.ts';

/** The call that searches everything a person may read. */
export const searchCalls = {
  search: call({
    method: 'GET',
    path: '/search',
    summary: 'Поиск по протоколам, решениям, поручениям, встречам, людям и расшифровкам',
    access: ['admin', 'manager', 'secretary'],
    query: searchQuery,
    reply: { kind: 'list', of: searchGroup },
    extra: true,
  }),
} as const;
