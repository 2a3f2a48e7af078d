import type { UseQueryResult } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Page } from '#contract/envelope.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { attachmentCollection } from '#src/data/attachment/index.ts';
import { entities } from '#src/data/entities.ts';
import { markCollection } from '#src/data/mark/index.ts';
import { memberCollection } from '#src/data/member/index.ts';
import { addressOfMutation } from '#src/data/protocol-scope.ts';
import { taskCollection } from '#src/data/task/index.ts';
import { formatMoment, readDate, toDayValue } from '#src/format/index.ts';
import {
  api,
  applyToEntity,
  applyToList,
  defineCollection,
  matchesSearch,
  needsPerson,
  type Optimistic,
  type OutboxRow,
  useOptimisticPage,
  variablesOf,
} from '#src/sync/index.ts';
import { createProtocol, deleteProtocol } from './mutations.ts';
import { type ProtocolListFilter, protocolListQuery } from './queries.ts';
import { protocolTitle } from './title.ts';

/** Filter of a page of the list of protocols. */
type ShownProtocols = Omit<ProtocolListFilter, 'page'>;

export const protocolCollection = defineCollection<Protocol, ShownProtocols>({
  entity: entities.protocol,
  idOf: ({ id }) => id,
  holding: ([name, , ...rest]) => (name === 'protocols' || (name === 'protocol' && rest.length === 0) ? {} : undefined),
  keyOf: (id) => ['protocol', id],
  matches(protocol, filter = {}, isListed) {
    const { stage, title, number, kind, place, organization } = protocol;
    if (filter.stage && filter.stage !== stage) return false;
    if (!isNarrowedTo(protocol, filter)) return false;
    // Participants are known only for whole protocols.
    if (filter.person_id && !isListed) return false;
    return !filter.search || matchesSearch([title, number, kind, place, organization], filter.search);
  },
  // A refused creation has no screen of its own yet, so it is edited in the form for a new protocol.
  address: (row) =>
    row.kind === 'protocol.create' && row.state === 'failed' ? '/main/protocols/add' : addressOfMutation(row),
  async candidates(_row, signal) {
    const { rows } = await api(calls.listProtocols, { query: { limit: 100, page: 1 }, signal });
    return rows.map((protocol) => ({
      id: protocol.id,
      title: protocolTitle(protocol),
      note: formatMoment(protocol.held_at),
    }));
  },
});

function isNarrowedTo({ held_at, body_id, chairman_id }: Protocol, filter: ShownProtocols): boolean {
  const day = heldDay(held_at);
  if (filter.from && day < filter.from) return false;
  if (filter.to && (day === '' || day > filter.to)) return false;
  if (filter.body_id && filter.body_id !== body_id) return false;
  return !filter.chairman_id || filter.chairman_id === chairman_id;
}

/** Returns the day of a meeting: in its own offset, or here if it is in UTC, which names no place; '' without a date. */
function heldDay(heldAt: string | null | undefined): string {
  const date = heldAt?.endsWith('Z') ? readDate(heldAt) : undefined;
  return date ? toDayValue(date) : (heldAt?.slice(0, 10) ?? '');
}

/**
 * Returns a protocol with queued mutations applied; built from unsent mutations alone if the server does not have it
 * yet. Its tasks, members, marks and attachments have their own unsent marks.
 */
export function applyToProtocol(
  protocol: Protocol | undefined,
  id: string,
  rows: readonly OutboxRow[],
): Optimistic<Protocol> | undefined {
  const optimistic = applyToEntity(protocolCollection, protocol, id, rows);
  if (!optimistic) return undefined;
  const { tasks, members } = optimistic;
  // A protocol cached by an earlier version of the app has none yet.
  const marks = applyToList(markCollection, optimistic.marks ?? [], rows, { parent: id });
  const attachments = applyToList(attachmentCollection, optimistic.attachments ?? [], rows, { parent: id });
  return {
    ...optimistic,
    ...(tasks ? { tasks: applyToList(taskCollection, tasks, rows, { parent: id }) } : {}),
    ...(members ? { members: applyToList(memberCollection, members, rows, { parent: id }) } : {}),
    ...(optimistic.marks || marks.length > 0 ? { marks } : {}),
    ...(optimistic.attachments || attachments.length > 0 ? { attachments } : {}),
  };
}

/** Returns the unsent mutation that creates this protocol; undefined once the server has it. */
export function unsentCreation(rows: readonly OutboxRow[], id: string): OutboxRow | undefined {
  return rows.find((row) => row.state !== 'sent' && variablesOf(createProtocol, row)?.id === id);
}

/** Whether a deletion of the protocol is queued, so that it is hidden everywhere. */
export function isToBeDeleted(rows: readonly OutboxRow[], id: string): boolean {
  return rows.some((row) => !needsPerson(row) && variablesOf(deleteProtocol, row)?.id === id);
}

/** A page of protocols with queued mutations applied; built from these alone if no page could be read. */
export function useProtocolList(filter: ProtocolListFilter = {}): UseQueryResult<Page<Optimistic<Protocol>>> {
  const { page, ...rest } = filter;
  return useOptimisticPage(protocolCollection, protocolListQuery(filter), { page, filter: rest });
}
