import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { api } from '#src/sync/index.ts';

/** Print settings of documents, GET /settings/documents. */
export function documentSettingsQuery() {
  return queryOptions({
    queryKey: ['settings', 'documents'],
    queryFn: ({ signal }) => api(calls.getDocumentSettings, { signal }),
  });
}
