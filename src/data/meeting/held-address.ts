import { type MeetingChoice, meetingChoices } from '#contract/meetings/meeting.ts';
import { readPage } from '#src/data/read-page.ts';
import { readDayValue } from '#src/format/index.ts';

/** Filter and page of the list of meetings, as a link from a statistics figure opens it. */
export interface HeldFilter {
  list: 'all' | MeetingChoice;
  /** Days, YYYY-MM-DD, both included. */
  since?: string | undefined;
  until?: string | undefined;
  page?: number | undefined;
}

const lists: readonly HeldFilter['list'][] = ['all', ...meetingChoices];

/** Reads `?list=` of /main/meetings, with `&since=`, `&until=` and `&page=`; undefined where the calendar is meant. */
export function readHeldPlace(query: URLSearchParams): HeldFilter | undefined {
  const list = lists.find((known) => known === query.get('list'));
  const day = (name: string) => (readDayValue(query.get(name)) ? (query.get(name) ?? undefined) : undefined);
  return list && { list, since: day('since'), until: day('until'), page: readPage(query) };
}

export function heldAddress({ list, since, until, page = 1 }: HeldFilter): string {
  const query = new URLSearchParams({ list });
  if (since) query.set('since', since);
  if (until) query.set('until', until);
  if (page > 1) query.set('page', String(page));
  return `/main/meetings?${query}`;
}
