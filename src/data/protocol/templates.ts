import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Template } from '#contract/documents/template.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api } from '#src/sync/index.ts';

/** DOCX templates of the organization, GET /settings/templates. */
export function templatesQuery() {
  return queryOptions({
    queryKey: ['settings', 'templates'],
    queryFn: ({ signal }) => api(calls.listTemplates, { signal }),
  });
}

const none: readonly Template[] = [];

/** The cached templates; none if the server does not support them. */
export function useTemplates(): readonly Template[] {
  const { templates: enabled = false } = useOffers();
  return useQuery({ ...templatesQuery(), enabled }).data ?? none;
}

/** Print settings of documents, GET /settings/documents. */
export function documentSettingsQuery() {
  return queryOptions({
    queryKey: ['settings', 'documents'],
    queryFn: ({ signal }) => api(calls.getDocumentSettings, { signal }),
  });
}
