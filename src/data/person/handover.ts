import { queryOptions } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { OwnedWork } from '#contract/handover.ts';
import { counted } from '#src/format/index.ts';
import { api } from '#src/sync/index.ts';

/** How much somebody owns, GET /users/{id}/work. */
export function ownedWorkQuery(id: string) {
  return queryOptions({
    queryKey: ['owned-work', id],
    queryFn: ({ signal }) => api(calls.countWork, { params: { id }, signal }),
    // It is confirmed by these counts.
    staleTime: 0,
  });
}

/** Makes all of it another secretary's. Sent again under the same key it answers what the first one moved. */
export function handOver(id: string, to: string, idempotencyKey: string): Promise<OwnedWork> {
  return api(calls.handOver, { params: { id }, body: { to }, idempotencyKey });
}

/** What somebody owns, in words; nothing for nothing. */
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
