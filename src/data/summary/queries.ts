import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { api } from '#src/sync/index.ts';

/** What the meeting came to, GET /protocols/{id}/summary; read again with the protocol. */
export function summaryQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'summary'],
    queryFn: ({ signal }) => api(calls.getSummary, { params: { id: protocolId }, signal }),
  });
}

/** An older version of it. */
export function summaryVersionQuery(protocolId: string, version: number) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'summary', version],
    queryFn: ({ signal }) => api(calls.getSummary, { params: { id: protocolId }, query: { version }, signal }),
  });
}

/** What the recording proposes for the minutes, GET /protocols/{id}/proposals. */
export function proposalsQuery(protocolId: string) {
  return queryOptions({
    queryKey: ['protocol', protocolId, 'proposals'],
    queryFn: ({ signal }) => api(calls.listProposals, { params: { id: protocolId }, signal }),
  });
}

/** The same where the server makes proposals and they are asked for; else it stays without data. */
export function useProposalsQuery(protocolId: string, isAsked = true) {
  const { ownSummaries = false } = useOffers();
  return useQuery({ ...proposalsQuery(protocolId), enabled: ownSummaries && isAsked });
}
