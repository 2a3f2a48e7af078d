import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import type { Protocol } from '#contract/protocol.ts';
import { type Optimistic, useOptimisticPage } from '#src/sync/index.ts';
import { protocolCollection } from './collection.ts';
import { type ProtocolListFilter, protocolListQuery } from './queries.ts';

/** A page of the protocols with queued mutations applied; made of them alone where no page could be read. */
export function useProtocolList(filter: ProtocolListFilter = {}): UseQueryResult<Page<Optimistic<Protocol>>> {
  const { page, search, stage } = filter;
  return useOptimisticPage(protocolCollection, protocolListQuery(filter), { page, filter: { search, stage } });
}
