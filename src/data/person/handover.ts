import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { OwnedWork } from '#contract/identity/handover.ts';
import { counted } from '#src/format/index.ts';
import { api } from '#src/sync/index.ts';

/** Amount of work that a person owns, GET /users/{id}/work. */
export function ownedWorkQuery(id: string) {
  return queryOptions({
    queryKey: ['owned-work', id],
    queryFn: ({ signal }) => api(calls.countWork, { params: { id }, signal }),
    // The person confirms the handover by these counts, so they must be current.
    staleTime: 0,
  });
}

/**
 * Hands all of it over to another secretary. A repetition with the same key returns the result of the first request.
 */
export function handOver(id: string, to: string, idempotencyKey: string): Promise<OwnedWork> {
  return api(calls.handOver, { params: { id }, body: { to }, idempotencyKey });
}

/** Returns the amount of owned work in words; empty if there is none. */
export function ownedWorkWords(work: OwnedWork): string[] {
  const open =
    work.open_tasks > 0 && `, из них ${counted(work.open_tasks, 'незавершённое', ...twice('незавершённых'))}`;
  const rows: [number, string][] = [
    [work.protocols, counted(work.protocols, 'протокол', 'протокола', 'протоколов')],
    [work.tasks, `${counted(work.tasks, 'поручение', 'поручения', 'поручений')}${open || ''}`],
    [work.meetings, counted(work.meetings, 'встреча', 'встречи', 'встреч')],
    [work.series, counted(work.series, 'серия встреч', 'серии встреч', 'серий встреч')],
    [work.bodies, counted(work.bodies, 'комиссия или отдел', 'комиссии или отдела', 'комиссий или отделов')],
    [work.externals, counted(work.externals, 'внешний участник', 'внешних участника', 'внешних участников')],
  ];
  return rows.flatMap(([count, words]) => (count > 0 ? [words] : []));
}

const twice = (words: string): [string, string] => [words, words];
