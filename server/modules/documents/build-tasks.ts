import { deadlineDay } from '#contract/task-order.ts';
import { capitalized } from '#server/platform/text/index.ts';
import type { DocumentSettings, DocumentTask } from './document-input.ts';
import { type ListNumber, type Paragraph, paragraph } from './document-model.ts';
import { surnameFirst } from './person-name.ts';
import { moment } from './recording-moment.ts';
import { shortDate } from './russian-date.ts';
import { lines, sentence } from './russian-text.ts';

/**
 * «1.2. Подготовить смету. Ответственный – Иванов С. П., срок – 20.12.2026.» The responsible person is named in the
 * nominative, so that no surname is ever declined wrongly.
 */
export function taskLine(task: DocumentTask, number: ListNumber, { timeZone }: DocumentSettings): Paragraph[] {
  const [first = 'Поручение без названия', ...rest] = lines(task.title);
  const texts = [first, ...rest];
  const last = sentence(texts.pop() ?? '');
  const terms = termsOf(task, timeZone);
  const ending = [{ text: terms ? `${last} ${terms}` : last }, ...moment(task.evidence?.start)];
  const head = texts.shift();
  if (head === undefined) return [paragraph('point', ending, { number })];
  return [
    paragraph('point', head, { number }),
    ...texts.map((line) => paragraph('pointNote', line)),
    paragraph('pointNote', ending),
  ];
}

function termsOf(task: DocumentTask, timeZone: string): string {
  const name = surnameFirst(task.assignee?.name);
  const due = shortDate(deadlineDay(task.due_at) ?? task.due_at, timeZone);
  const terms = [
    name && `ответственный\u00a0– ${name}`,
    due && `срок\u00a0– ${due}`,
    task.priority === 'high' && 'приоритет\u00a0– высокий',
    task.origin && `перенесено: ${task.origin}`,
    task.status === 'cancelled' && 'отменено',
  ];
  const text = terms.filter(Boolean).join(', ');
  return text && sentence(capitalized(text));
}
