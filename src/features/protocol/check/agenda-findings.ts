import type { AgendaItem } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { counted, shortened } from '#src/format/index.ts';
import { type Finding, findingOf } from '../editing/finding.ts';

/** What the agenda lacks: questions at all, decisions on them, speakers whom the server knows. */
export function agendaFindings(
  agenda: readonly AgendaItem[],
  tasks: readonly Task[] | undefined,
  isNobody: (userId: string) => boolean,
): Finding[] {
  if (agenda.length === 0)
    return [{ kind: 'agenda', weight: 'check', words: 'Повестка пуста', place: { at: 'new-item' } }];
  // What was put on somebody is a decision: it is printed among them. And none has to end in a task.
  const decidedByTask = new Set((tasks ?? []).map(({ agenda_id }) => agenda_id));
  const undecided = agenda.filter((item) => !hasDecision(item) && !decidedByTask.has(item.id));
  const unknown = agenda.filter(({ speaker_id, speaker_name }) => speaker_id && !speaker_name && isNobody(speaker_id));
  return [
    ...findingOf(undecided, {
      kind: 'decision',
      one: (item) => `${nameOf(item)}: нет решения`,
      many: (count) => `У ${questions(count)} нет решения`,
      place: ({ id }) => ({ at: 'item', id, field: 'decisions' }),
    }),
    ...findingOf(unknown, {
      kind: 'speaker',
      one: (item) => `${nameOf(item)}: докладчик не найден`,
      many: (count) => `У ${questions(count)} докладчик не найден`,
      place: ({ id }) => ({ at: 'item', id, field: 'speaker' }),
    }),
  ];
}

function hasDecision({ decision, decisions }: AgendaItem): boolean {
  return Boolean(decision?.trim()) || (decisions ?? []).some(({ text }) => text.trim() !== '');
}

function nameOf({ title }: AgendaItem): string {
  return title?.trim() ? `Вопрос «${shortened(title.trim())}»` : 'Вопрос без названия';
}

/** After «у»: «у 2 вопросов», «у 21 вопроса». */
function questions(count: number): string {
  return counted(count, 'вопроса', 'вопросов', 'вопросов');
}
