import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import { dayOfDeadline } from '#src/data/task/index.ts';

/**
 * Returns the origin of a task: «из решения по вопросу 2», «по вопросу 2», «перенесено: протокол № 12, п. 2», or
 * several of these joined; '' for a task without an origin.
 */
export function originWords(task: Task, { agenda }: Pick<Protocol, 'agenda'>): string {
  const index = task.agenda_id ? (agenda ?? []).findIndex(({ id }) => id === task.agenda_id) : -1;
  const question = index < 0 ? '' : `${task.decision_id ? 'из решения по вопросу' : 'по вопросу'} ${index + 1}`;
  const earlier = task.origin_task_id && task.origin ? `перенесено: ${task.origin}` : '';
  return [question, earlier].filter(Boolean).join(' · ');
}

/** Returns «протокол № 12, п. 2»; without a number the day of the meeting or the title. */
export function earlierOrigin(task: Task): string {
  const { protocol_number: number, protocol_held_at: heldAt, protocol_title: title, agenda_position: position } = task;
  const day = dayOfDeadline(heldAt).split('-').reverse().join('.');
  const protocol = number ? `№ ${number}` : day ? `от ${day}` : `«${(title ?? '').slice(0, 200)}»`;
  return `протокол ${protocol}${position ? `, п. ${position}` : ''}`;
}
