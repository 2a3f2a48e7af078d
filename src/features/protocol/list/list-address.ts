import { type Stage, stages } from '#contract/stage.ts';
import { type StatusFilter, statusFilters } from '#contract/tasks/task-order.ts';
import type { ProtocolListFilter } from '#src/data/protocol/index.ts';
import { readPage } from '#src/data/read-page.ts';
import { readDayValue } from '#src/format/index.ts';

export type ListPlace = Required<Pick<ProtocolListFilter, 'page'>> &
  Omit<ProtocolListFilter, 'page'> & {
    /** The filters of the tasks. */
    status?: StatusFilter | undefined;
    assignee?: string | undefined;
    /** Day whose end determines the state of the tasks. */
    on?: string | undefined;
  };

export type ListTab = 'protocols' | 'tasks';

/** Returns the part of the section that the address names: ?tab=tasks, or else the protocols. */
export function readListTab(query: URLSearchParams): ListTab {
  return query.get('tab') === 'tasks' ? 'tasks' : 'protocols';
}

/** Filters whose values are taken from the address unchanged. */
const named = ['person_id', 'body_id', 'chairman_id', 'assignee'] as const;
const days = ['from', 'to', 'on'] as const;

/**
 * Reads the address of the list: ?page=, ?search=, ?stage=, ?status=, and the filters. Invalid values count as absent.
 */
export function readListPlace(query: URLSearchParams): ListPlace {
  const stage = query.get('stage');
  return {
    page: readPage(query),
    search: query.get('search')?.trim().slice(0, 200) || undefined,
    stage: isStage(stage) ? stage : undefined,
    status: statusFilters.find((each) => each === query.get('status')),
    ...Object.fromEntries(named.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
    ...Object.fromEntries(days.flatMap((name) => (readDayValue(query.get(name)) ? [[name, query.get(name)]] : []))),
  };
}

/** Returns the query of an address without default values. */
export function listQueryString(place: ListPlace, tab: ListTab = 'protocols'): string {
  const { page, search, stage, status } = place;
  const query = new URLSearchParams();
  if (tab !== 'protocols') query.set('tab', tab);
  if (page > 1) query.set('page', String(page));
  if (search) query.set('search', search);
  if (stage) query.set('stage', stage);
  if (status) query.set('status', status);
  for (const name of [...days, ...named]) if (place[name]) query.set(name, place[name]);
  const text = query.toString();
  return text ? `?${text}` : '';
}

function isStage(value: string | null): value is Stage {
  return stages.some((stage) => stage === value);
}
