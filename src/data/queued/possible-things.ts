import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { personName } from '#src/data/person/index.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { formatMoment, toDayValue } from '#src/format/index.ts';
import { api, type OutboxRow, sentField } from '#src/sync/index.ts';
import { protocolOf } from './address.ts';
import type { PossibleThing } from './likely-thing.ts';

/** Reads what the server has of the kind that a write made: always asked anew, and kept nowhere. */
export function possibleThingsQuery(row: OutboxRow) {
  return queryOptions({
    queryKey: ['possible-things', row.id],
    queryFn: ({ signal }) => read(row, signal),
    gcTime: 0,
    staleTime: 0,
  });
}

async function read(row: OutboxRow, signal: AbortSignal): Promise<PossibleThing[]> {
  const [noun] = row.kind.split('.');
  const protocolId = protocolOf(row);
  if (noun === 'meeting') return readMeetings(sentField(row, 'start_at'), signal);
  if (noun === 'keyword') {
    const keywords = await api(calls.listKeywords, { signal });
    return keywords.map(({ id, name }) => ({ id, title: name ?? id }));
  }
  if (noun === 'task' && protocolId !== undefined) {
    const { tasks } = await api(calls.getProtocol, { params: { id: protocolId }, signal });
    const found = tasks ?? (await api(calls.listTasks, { query: { limit: 100, page: 1 }, signal })).rows;
    return found.map(({ id, title, due_at }) => ({ id, title: title ?? id, note: formatMoment(due_at) }));
  }
  if (noun === 'member' && protocolId !== undefined) {
    const members = await api(calls.listMembers, { params: { id: protocolId }, signal });
    return members.flatMap(({ id, member_id, name }) =>
      id === undefined ? [] : [{ id, title: personName({ id: member_id, name, email: undefined }) }],
    );
  }
  const { rows } = await api(calls.listProtocols, { query: { limit: 100, page: 1 }, signal });
  return rows.map((protocol) => ({
    id: protocol.id,
    title: protocolTitle(protocol),
    note: formatMoment(protocol.held_at),
  }));
}

async function readMeetings(startAt: string | undefined, signal: AbortSignal): Promise<PossibleThing[]> {
  const day = startAt === undefined ? undefined : toDayValue(new Date(startAt));
  const query = day === undefined ? {} : { start_date_at: day, end_date_at: day };
  const meetings = await api(calls.listMeetings, { query, signal });
  return meetings.map(({ id, title, start_at }) => ({ id, title: title || 'Встреча', note: formatMoment(start_at) }));
}
