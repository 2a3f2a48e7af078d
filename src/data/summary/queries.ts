import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api } from '#src/sync/index.ts';

/** The summary of the meeting, GET /protocols/{id}/summary; refetched with the protocol. */
export function summaryQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'summary'],
    queryFn: ({ signal }) => api(calls.getSummary, { params: { id: protocolId }, signal }),
  });
}

/** An older version of the summary. */
export function summaryVersionQuery(protocolId: string, version: number) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'summary', version],
    queryFn: ({ signal }) => api(calls.getSummary, { params: { id: protocolId }, query: { version }, signal }),
  });
}

/** Proposals from the recording, GET /protocols/{id}/proposals. */
export function proposalsQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'proposals'],
    queryFn: ({ signal }) => api(calls.listProposals, { params: { id: protocolId }, signal }),
  });
}

/** The proposals, if the server supports them and `isAsked`; otherwise without data. */
export function useProposalsQuery(protocolId: string, isAsked = true) {
  const { ownSummaries = false } = useOffers();
  return useQuery({ ...proposalsQuery(protocolId), enabled: ownSummaries && isAsked });
}
