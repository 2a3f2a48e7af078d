import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { ProtocolVersion } from '#contract/document.ts';
import { api } from '#src/sync/index.ts';

/** The files of a version are made, and mails leave, within seconds. */
const soon = 2_000;

/** The final versions, the newest first, GET /protocols/{id}/versions; read again with the protocol. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: ['protocol', id, 'versions'],
    queryFn: ({ signal }) => api(calls.listVersions, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.every(isMade) === false ? soon : false),
  });
}

const isMade = ({ pdf_sha256, docx_sha256 }: ProtocolVersion) => Boolean(pdf_sha256 && docx_sha256);

/** A version as it was signed off, GET /protocols/{id}/versions/{edition}: what it says never changes, its files are made once. */
export function versionQuery(id: string, edition: number) {
  return queryOptions({
    queryKey: ['protocol', id, 'versions', edition],
    queryFn: ({ signal }) => api(calls.getVersion, { params: { id, edition: String(edition) }, signal }),
    refetchInterval: ({ state }) => (state.data && !isMade(state.data) ? soon : false),
  });
}

/** Where the protocol was sent, the newest first, GET /protocols/{id}/mails. */
export function mailsQuery(id: string) {
  return queryOptions({
    queryKey: ['protocol', id, 'mails'],
    queryFn: ({ signal }) => api(calls.listProtocolMails, { params: { id }, signal }),
    // A mail server that is away may be so for hours: its first answer is waited for, no more.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < 15 && state.data?.some(({ state: each }) => each === 'waiting') ? soon : false,
  });
}

/** Whom the protocol can be sent to, GET /protocols/{id}/recipients. */
export function recipientsQuery(id: string) {
  return queryOptions({
    queryKey: ['protocol', id, 'recipients'],
    queryFn: ({ signal }) => api(calls.listRecipients, { params: { id }, signal }),
    // Who was added a moment ago is among them.
    staleTime: 0,
  });
}
