import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { ProtocolVersion } from '#contract/documents/document.ts';
import { api } from '#src/sync/index.ts';

/** Interval in milliseconds: files of a version are made, and mails leave, within seconds. */
const soon = 2_000;

/** Final versions, the newest first: GET /protocols/{id}/versions; read again with the protocol. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: ['protocol', id, 'versions'],
    queryFn: ({ signal }) => api(calls.listVersions, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.every(isMade) === false ? soon : false),
  });
}

const isMade = ({ pdf_sha256, docx_sha256 }: ProtocolVersion) => Boolean(pdf_sha256 && docx_sha256);

/** A final version: GET /protocols/{id}/versions/{edition}. Its content never changes, and its files are made once. */
export function versionQuery(id: string, edition: number) {
  return queryOptions({
    queryKey: ['protocol', id, 'versions', edition],
    queryFn: ({ signal }) => api(calls.getVersion, { params: { id, edition: String(edition) }, signal }),
    refetchInterval: ({ state }) => (state.data && !isMade(state.data) ? soon : false),
  });
}

/** Mails of the protocol, the newest first: GET /protocols/{id}/mails. */
export function mailsQuery(id: string) {
  return queryOptions({
    queryKey: ['protocol', id, 'mails'],
    queryFn: ({ signal }) => api(calls.listProtocolMails, { params: { id }, signal }),
    // A mail server may be unreachable for hours: only the first answer is awaited.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < 15 && state.data?.some(({ state: each }) => each === 'waiting') ? soon : false,
  });
}

/** People to whom the protocol can be sent: GET /protocols/{id}/recipients. */
export function recipientsQuery(id: string) {
  return queryOptions({
    queryKey: ['protocol', id, 'recipients'],
    queryFn: ({ signal }) => api(calls.listRecipients, { params: { id }, signal }),
    // Includes people who were added a moment ago.
    staleTime: 0,
  });
}
