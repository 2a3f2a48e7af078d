import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Template } from '#contract/template.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api } from '#src/sync/index.ts';

/** The templates of the organization for DOCX, GET /settings/templates. */
export function templatesQuery() {
  return queryOptions({
    queryKey: ['settings', 'templates'],
    queryFn: ({ signal }) => api(calls.listTemplates, { signal }),
  });
}

const none: readonly Template[] = [];

/** Those that this device knows; none where the server keeps none. */
export function useTemplates(): readonly Template[] {
  const { templates: enabled = false } = useOffers();
  return useQuery({ ...templatesQuery(), enabled }).data ?? none;
}
