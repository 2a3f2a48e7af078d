import { capitalized } from '#contract/capitalized.ts';
import { decisionKey, decisionWords, isToDo } from '#contract/decision-words.ts';
import { deadlineDay } from '#contract/task-order.ts';
import type { DocumentInput, DocumentPerson, DocumentTask, PrintSettings } from './document-input.ts';
import { type ListNumber, type Paragraph, paragraph } from './document-model.ts';
import { dativeOf } from './person-dative.ts';
import { surnameFirst } from './person-name.ts';
import { moment } from './recording-moment.ts';
import { isoDate, shortDate } from './russian-date.ts';
import { lines, noBreak, sentence } from './russian-text.ts';

/** What of a title is owner and deadline is told by its task: the words alone are needed, whatever day they mean. */
const someDay = '2026-01-01';

/**
 * «1.2. Иванову С. П. до 20.12.2026 подготовить смету.» What is not worded as something to do, and whom no Russian would
 * decline without knowing him, is printed without a case: «Смета. Ответственный – Иванов С. П., срок – 20.12.2026.»,
 * «Швец О. И. – до 20.12.2026 подготовить смету.» Without a number it stands under what it belongs to.
 */
export function taskLine(
  task: DocumentTask,
  number: ListNumber | undefined,
  { timeZone }: Pick<PrintSettings, 'timeZone'>,
  { heldAt }: Pick<DocumentInput, 'heldAt'>,
): Paragraph[] {
  const due = dueOf(task, timeZone);
  const [first = 'Поручение без названия', ...rest] = lines(titleOf(task, due, isoDate(heldAt, timeZone)));
  const isAsked = isToDo(first);
  const texts = [isAsked ? addressed(first, task.assignee, due) : first, ...rest];
  const last = sentence(texts.pop() ?? '');
  const terms = termsOf(task, isAsked ? undefined : { due });
  const ending = [{ text: terms ? `${last} ${terms}` : last }, ...moment(task.evidence?.start)];
  const head = texts.shift();
  const begin = number ? ('point' as const) : ('pointNote' as const);
  const numbered = number ? { number } : {};
  if (head === undefined) return [paragraph(begin, ending, numbered)];
  return [
    paragraph(begin, head, numbered),
    ...texts.map((line) => paragraph('pointNote', line)),
    paragraph('pointNote', ending),
  ];
}

/** A task part by part, for the cells of a table. */
export function taskParts(
  task: DocumentTask,
  { timeZone }: Pick<PrintSettings, 'timeZone'>,
  { heldAt }: Pick<DocumentInput, 'heldAt'>,
): { title: string; owner: string; due: string } {
  const due = dueOf(task, timeZone);
  const title = lines(titleOf(task, due, isoDate(heldAt, timeZone))).join('\n') || 'Поручение без названия';
  return { title: capitalized(title), owner: surnameFirst(task.assignee?.name), due };
}

function dueOf(task: DocumentTask, timeZone: string): string {
  return shortDate(deadlineDay(task.due_at) ?? task.due_at, timeZone);
}

/** Whether the task says all that its decision says, owner and deadline aside, which are the task's. */
export function tellsAll(task: DocumentTask, decision: string, members: readonly DocumentPerson[]): boolean {
  const known = namesOf(members);
  const name = task.assignee?.name;
  const people = name && !known.some((each) => each.name === name) ? [...known, { name }] : known;
  const wordsOf = (text: string) => decisionKey(text, { people, from: someDay });
  return wordsOf(decision) === wordsOf(task.title ?? '');
}

/** The names of a list of members, made once: as one list it is read once for all decisions (owner-words.ts). */
const namesOfLists = new WeakMap<readonly DocumentPerson[], { name: string }[]>();

function namesOf(members: readonly DocumentPerson[]): { name: string }[] {
  const names =
    namesOfLists.get(members) ?? [...new Set(members.flatMap(({ name }) => name ?? []))].map((name) => ({ name }));
  namesOfLists.set(members, names);
  return names;
}

/**
 * The title without the owner and the deadline that the task has besides; another's name and another day stay in it. «Через
 * две недели» is counted from the day of the meeting, «до 4 декабря» of a task of long ago from its own.
 */
function titleOf(task: DocumentTask, due: string, meetingDay: string): string {
  const title = task.title ?? '';
  const name = task.assignee?.name;
  const people = name ? [{ name }] : [];
  const day = isoOf(due);
  for (const from of new Set([meetingDay || someDay, day ?? someDay])) {
    const words = decisionWords(title, { people, from });
    if (!words.due || words.due === day) return words.phrase;
  }
  return title;
}

function isoOf(due: string): string | undefined {
  return due ? due.split('.').reverse().join('-') : undefined;
}

/** «Иванову С. П. до 20.12.2026 подготовить смету». */
function addressed(title: string, assignee: DocumentPerson | null | undefined, due: string): string {
  const name = surnameFirst(assignee?.name);
  const whom = dativeOf(assignee?.name) ?? (name && `${name}${noBreak}–`);
  const until = due && `до${noBreak}${due}`;
  if (!whom && !until) return title;
  return capitalized([whom, until, title.charAt(0).toLowerCase() + title.slice(1)].filter(Boolean).join(' '));
}

function termsOf(task: DocumentTask, apart: { due: string } | undefined): string {
  const name = apart && surnameFirst(task.assignee?.name);
  const terms = [
    name && `ответственный\u00a0– ${name}`,
    apart?.due && `срок\u00a0– ${apart.due}`,
    task.priority === 'high' && 'приоритет\u00a0– высокий',
    task.origin && `перенесено: ${task.origin}`,
    task.status === 'cancelled' && 'отменено',
  ];
  const text = terms.filter(Boolean).join(', ');
  return text && sentence(capitalized(text));
}
