import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { Page } from '#contract/envelope.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { Stage } from '#contract/stage.ts';
import { entities } from '#src/data/entities.ts';
import { currentOffers } from '#src/data/provider/index.ts';
import { api, invalidate, patchCache } from '#src/sync/index.ts';
import { withUploadStage } from './processing-handshake.ts';
import { stagePolling } from './stage-polling.ts';

/** Filters of GET /protocols; all but the stage require a server that supports them. */
export interface ProtocolNarrowing {
  stage?: Stage | undefined;
  /** Days of the meetings, YYYY-MM-DD, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  person_id?: string | undefined;
  body_id?: string | undefined;
  chairman_id?: string | undefined;
}

export interface ProtocolListFilter extends ProtocolNarrowing {
  page?: number;
  search?: string | undefined;
}

/** A page of 15 protocols, GET /protocols. */
export function protocolListQuery({ page = defaultPaging.page, ...filter }: ProtocolListFilter = {}) {
  const named = Object.entries(filter).filter(([, value]) => value);
  const query = { limit: defaultPaging.limit, page, ...(Object.fromEntries(named) as typeof filter) };
  return queryOptions({
    queryKey: ['protocols', query],
    queryFn: async ({ signal }) => {
      const { rows, ...list } = await api(calls.listProtocols, { query, signal });
      return { ...list, rows: rows.map(withUploadStage) };
    },
    refetchInterval: ({ state }) => stagePolling(state.data?.rows.map((row) => row.stage) ?? []),
  });
}

/** One protocol, GET /protocols/{id}. */
export function protocolQuery(id: string) {
  return queryOptions({
    queryKey: ['protocol', id],
    queryFn: async ({ signal }) => withUploadStage(await api(calls.getProtocol, { params: { id }, signal })),
    refetchInterval: ({ state }) =>
      stagePolling([state.data?.stage, ...(state.data?.recordings?.map(({ stage }) => stage) ?? [])]),
  });
}

/**
 * The next free number of a protocol, GET /protocols/next-number; null if the server does not support it.
 * @param asked the query as JSON
 */
export function freeNumberQuery(asked: string) {
  return queryOptions({
    queryKey: ['next-number', asked],
    queryFn: async ({ signal }) => {
      const { freeNumbers } = await currentOffers();
      return freeNumbers ? api(calls.nextNumber, { query: JSON.parse(asked), signal }) : null;
    },
    staleTime: 0,
    retry: false,
  });
}

/** Returns the row of a protocol from any cached list, to show something before the whole is loaded. */
export function findListedProtocol(client: QueryClient, id: string): Protocol | undefined {
  const lists = client.getQueriesData<Page<Protocol>>({ queryKey: ['protocols'] });
  return lists.flatMap(([, list]) => list?.rows ?? []).find((row) => row.id === id);
}

/** Puts fields of a protocol, from the server or from an upload of this browser, into every query that holds it. */
export function patchProtocol(
  client: QueryClient,
  id: string,
  patch: { stage?: Stage; processing?: ProcessingStep[] },
): void {
  const { stage } = patch;
  patchCache(client, [
    entities.protocol.update(id, (protocol) => ({ ...protocol, ...patch })),
    ...(stage === undefined ? [] : [stageOfMeeting(id, stage)]),
  ]);
}

/** Updates the protocol stage of a meeting in the calendar, if the server has sent it. */
function stageOfMeeting(id: string, stage: Stage) {
  return entities.meeting.update(
    ({ protocol_id, protocol_stage }) => protocol_id === id && Boolean(protocol_stage),
    (meeting) => ({ ...meeting, protocol_stage: stage }),
    { isUnmarked: true },
  );
}

/**
 * Puts a protocol from the server into every query that holds it; fields that a provider omits stay. A reply that is
 * older than what was read meanwhile is not shown.
 */
export async function applyServerProtocol(
  client: QueryClient,
  id: string,
  changed: Protocol | undefined,
): Promise<void> {
  const known = client.getQueryData(protocolQuery(id).queryKey);
  if (changed && !(versionsBetween(known, changed) < 0)) showAnswer(client, id, (old) => ({ ...old, ...changed }));
  await invalidate(client, [['protocol', id], ...staleWithProtocols]);
}

/**
 * Puts the reply to an edit into every query that holds the protocol. If the reply is whole, or of the next version,
 * the protocol is not refetched: a long agenda is saved every few seconds, and reading it would slow down typing.
 *
 * Two replies may be handled in either order. So that no edit is lost with a refetch that is cancelled, the cached
 * protocol never goes back to an older version, and has a version only together with the edit that made it.
 * @param edited returns the protocol with the edit applied
 */
export async function applyEditReply(
  client: QueryClient,
  id: string,
  changed: Protocol | undefined,
  edited: (known: Protocol) => Protocol,
): Promise<void> {
  const { queryKey } = protocolQuery(id);
  const isWhole = changed?.agenda && changed.tasks && changed.members && typeof changed.version === 'number';
  const ahead = () => versionsBetween(client.getQueryData(queryKey), changed);
  const isShown = () => ahead() === 1 || (isWhole && !(ahead() < 0));
  if (!changed || !isShown()) return showLater();
  // What is being read was asked for before the edit, and would overwrite it. It is read again, since it may have been
  // asked for because of something else.
  const { isInvalidated = false, fetchStatus = 'idle' } = client.getQueryState(queryKey) ?? {};
  const isStale = isInvalidated || fetchStatus !== 'idle';
  await client.cancelQueries({ queryKey, exact: true });
  if (!isShown()) return showLater();
  showAnswer(client, id, (old) => ({ ...(old && !isWhole ? edited(old) : old), ...changed }));
  await invalidate(client, [...(isStale ? [['protocol', id]] : []), ...staleWithProtocols]);

  /** Refetches the protocol. Until then it shows the edit, if it has not been read since. */
  function showLater(): Promise<void> {
    if (!(ahead() > 1)) return applyServerProtocol(client, id, changed);
    showAnswer(client, id, (old) => edited(old as Protocol));
    return applyServerProtocol(client, id, undefined);
  }
}

/** How many versions a reply is ahead of what is known; not a number where one of them has no version. */
function versionsBetween(known: Protocol | undefined, reply: Protocol | undefined): number {
  return (reply?.version ?? Number.NaN) - (known?.version ?? Number.NaN);
}

/** Shows the server's answer to a change, its stage in every list too. */
function showAnswer(client: QueryClient, id: string, changed: (old: Protocol | undefined) => Protocol): void {
  const now = client.setQueryData(protocolQuery(id).queryKey, (old) => withUploadStage(changed(old)));
  if (now) patchProtocol(client, id, { stage: now.stage });
}

/** The queries that are read again after a protocol changed: lists, and whatever names or counts protocols. */
export const staleWithProtocols = [['protocols'], ['tasks'], ['meetings'], ['held-meetings'], ['statistics']];

/** Returns a cached protocol: the whole, else its row in a list. */
export function cachedProtocol(client: QueryClient, id: string): Protocol | undefined {
  return client.getQueryData<Protocol>(['protocol', id]) ?? findListedProtocol(client, id);
}

/** Refetches the queries that show the protocol. */
export async function refetchProtocol(client: QueryClient, id: string): Promise<void> {
  await invalidate(client, [['protocol', id], ['protocols']]);
}
