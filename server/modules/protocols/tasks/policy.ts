import type { AgendaItem } from '#contract/protocols/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { assertEditable } from '../shared/stage-policy.ts';

/** Throws for changes of a task in a final protocol, except of its status. */
export function assertTaskEditable(stage: Stage, changed: readonly string[]): void {
  if (changed.some((field) => field !== 'status')) assertEditable(stage);
}

export function assertAgendaItem(agenda: readonly AgendaItem[], id: string | null | undefined): void {
  if (id && !agenda.some((item) => item.id === id)) throw invalidField('agenda_id', 'Такого пункта повестки нет');
}
