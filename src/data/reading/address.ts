import { type MeetingChoice, meetingChoices } from '#contract/meetings/meeting.ts';
import { type Stage, stages } from '#contract/stage.ts';
import { type StatusFilter, statusFilters } from '#contract/tasks/task-order.ts';
import { readPage } from '#src/data/read-page.ts';
import { readDayValue } from '#src/format/index.ts';

/** Lists of the work of a manager's secretaries: parts of /main/secretaries. */
const readingViews = ['tasks', 'protocols', 'meetings'] as const;
export type ReadingView = (typeof readingViews)[number];

/** Filters of a list, which correspond to a figure of the statistics. */
export interface ReadingPlace {
  view: ReadingView;
  page: number;
  search?: string | undefined;
  secretary?: string | undefined;
  /** For tasks. `nobody` of the contract may stand for a person and for a body. */
  status?: StatusFilter | undefined;
  assignee?: string | undefined;
  body?: string | undefined;
  /** For protocols. */
  stage?: Stage | undefined;
  /** Days, YYYY-MM-DD, both inclusive: of deadlines, of meetings, of protocols becoming final. */
  since?: string | undefined;
  until?: string | undefined;
  /** Tasks that existed at the end of this day. */
  on?: string | undefined;
  /** Final protocols by the number of days that they took; `undated` for those with an unknown number. */
  least?: number | undefined;
  most?: number | undefined;
  undated?: boolean | undefined;
  /** For meetings: from 1 for Monday. */
  weekday?: number | undefined;
  only?: MeetingChoice | undefined;
}

/** A protocol read beside the list, the second of its recording to play, and the part to show. */
export interface ReaderPlace {
  protocol: string;
  t?: number | undefined;
  /** Id of the recording, if there are several. */
  part?: string | undefined;
  show?: string | undefined;
}

/** Reads `?view=tasks` and its filters; undefined if another view is open. */
export function readReadingPlace(query: URLSearchParams): ReadingPlace | undefined {
  const view = readingViews.find((known) => known === query.get('view'));
  if (!view) return undefined;
  const id = (name: string) => query.get(name)?.slice(0, 100) || undefined;
  const day = (name: string) => (readDayValue(query.get(name)) ? (query.get(name) ?? undefined) : undefined);
  return {
    view,
    page: readPage(query),
    search: query.get('search')?.trim().slice(0, 200) || undefined,
    ...{ secretary: id('secretary'), assignee: id('assignee'), body: id('body') },
    status: statusFilters.find((known) => known === query.get('status')),
    stage: stages.find((known) => known === query.get('stage')),
    ...{ since: day('since'), until: day('until'), on: day('on') },
    ...{ least: wholeNumber(query.get('least'), 0), most: wholeNumber(query.get('most'), 0) },
    undated: query.has('undated') || undefined,
    weekday: wholeNumber(query.get('weekday'), 1, 7),
    only: meetingChoices.find((known) => known === query.get('only')),
  };
}

/** Parameters in a fixed order, so that the same list always has the same address. */
const parameters = [
  ...['view', 'status', 'stage', 'secretary', 'assignee', 'body', 'since', 'until', 'on'],
  ...['least', 'most', 'undated', 'weekday', 'only', 'search', 'page'],
] as (keyof ReadingPlace)[];

/** Returns the address of a list; default values are omitted. */
export function readingAddress(place: Omit<ReadingPlace, 'page'> & { page?: number | undefined }): string {
  const query = new URLSearchParams();
  for (const name of parameters) {
    const value = place[name];
    if (value === undefined || (name === 'page' && value === 1)) continue;
    query.set(name, value === true ? '1' : String(value));
  }
  return `/main/secretaries?${query}`;
}

/** Reads `?protocol=` with `&t=` and `&part=`; `&show=` is read where it is used. */
export function readReaderPlace(query: URLSearchParams): ReaderPlace | undefined {
  const protocol = query.get('protocol');
  if (!protocol) return undefined;
  const seconds = query.get('t');
  const t = seconds === null || seconds === '' ? Number.NaN : Number(seconds);
  const part = query.get('part')?.slice(0, 100) || undefined;
  return { protocol, t: Number.isFinite(t) && t >= 0 ? t : undefined, ...(part && { part }) };
}

const readerParameters = ['protocol', 't', 'part', 'show', 'edition'] as const;

/** Returns the address of a list with a protocol beside it; without a place, of the list alone. */
export function withReader(query: URLSearchParams, place?: ReaderPlace): string {
  const next = new URLSearchParams(query);
  for (const name of readerParameters) next.delete(name);
  if (place) {
    next.set('protocol', place.protocol);
    if (place.t !== undefined) next.set('t', String(place.t));
    if (place.part) next.set('part', place.part);
    if (place.show) next.set('show', place.show);
  }
  const text = next.toString();
  return `/main/secretaries${text && `?${text}`}`;
}

/** Returns the address of another list that keeps the open protocol. */
export function besideReader(query: URLSearchParams, list: Parameters<typeof readingAddress>[0]): string {
  const [, address] = readingAddress(list).split('?');
  return withReader(new URLSearchParams(address), readReaderPlace(query));
}

function wholeNumber(text: string | null, least: number, most = 1_000_000): number | undefined {
  const number = text && /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}
