import { deadlinesIn } from '#contract/decisions/parse-deadline.ts';
import { namesIn } from '#contract/decisions/parse-owner.ts';
import { decisionKey, isToDo, splitDecision, wordsKey } from '#contract/decisions/split-decision.ts';
import { deadlineDay } from '#contract/tasks/task-deadline.ts';
import { capitalized, uncapitalized } from '#contract/text/capitalized.ts';
import { dativesOf } from '#contract/text/person-dative.ts';
import { surnameFirst, surnamesFirst } from '#contract/text/person-name.ts';
import { lines, noBreak, sentence, tidy } from '#contract/text/russian-text.ts';
import { tokensOf } from '#contract/text/text-tokens.ts';
import type { DocumentInput, DocumentPerson, DocumentTask, PrintSettings } from './document-input.ts';
import { type ListNumber, type Paragraph, paragraph } from './document-model.ts';
import { moment } from './recording-moment.ts';
import { isoDate, shortDate } from './russian-date.ts';
import { type Asked, type TaskWords, tellsTime, wordsAsWritten } from './task-words.ts';
import { ordersIn } from './told-tasks.ts';

/** Arbitrary base day: it serves to recognise the words of owner and deadline, whatever day these mean. */
const someDay = '2026-01-01';

type Meeting = Pick<DocumentInput, 'heldAt' | 'members'>;

/** A task with the names of other people who have the same task. */
type SharedTask = DocumentTask & { others?: readonly string[] };

/**
 * Builds «1.2. Иванову С. П. до 20.12.2026 подготовить смету.» in the words of the decision or, without one, of the
 * title. Owner and deadline that these words lack are inserted, or appended: «Смета. Ответственный – Иванов С. П., срок
 * – 20.12.2026.» Without a number it stands under the point that it belongs to.
 * @param decision text of the decision, if the task says the same (`tellsAll`)
 */
export function taskLine(
  task: SharedTask,
  number: ListNumber | undefined,
  { timeZone }: Pick<PrintSettings, 'timeZone'>,
  meeting: Meeting,
  decision?: string | null,
): Paragraph[] {
  const asked = askedOf(task, timeZone, meeting);
  const phrasing = wordsAsWritten(decision || (task.title ?? ''), asked) ?? wordsOfTitle(task.title ?? '', asked);
  const texts = lines(capitalized(phrasing.text.trim()));
  if (texts.length === 0) texts.push('Поручение без названия');
  const last = sentence(texts.pop() ?? '');
  const terms = termsOf(task, phrasing, asked);
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

/**
 * Makes one task of those of a decision that differ in the assignee alone. They stay apart if their words name one of
 * the assignees: these words would not be true of the others.
 */
export function sharedTasks(
  tasks: readonly DocumentTask[],
  decision: string,
  { timeZone }: Pick<PrintSettings, 'timeZone'>,
  meeting: Meeting,
): SharedTask[] {
  if (tasks.length < 2) return [...tasks];
  const same = Map.groupBy(tasks, (task) => {
    const asked = askedOf(task, timeZone, meeting);
    const { title, priority, origin, status } = task;
    const isInText = tellsAll(task, decision, meeting.members);
    const terms = [asked.due, priority === 'high', origin || '', status === 'cancelled', asked.name !== undefined];
    return JSON.stringify([isInText, wordsKey(phraseOf(title ?? '', asked)), ...terms]);
  });
  return [...same.values()].flatMap((group): SharedTask[] => {
    const [first] = group;
    const names = [...new Set(group.flatMap(({ assignee }) => assignee?.name || []))];
    if (!first || names.length < 2) return group;
    const people = namesOf(meeting.members).concat(names.map((name) => ({ name })));
    const isNamed = [decision, ...group.map(({ title }) => title ?? '')].some((text) =>
      namesIn(tokensOf(text), people).some(({ person }) => !person || names.includes(person.name)),
    );
    return isNamed ? group : [{ ...first, others: names.slice(1) }];
  });
}

/**
 * Returns the tasks that the text of a decision says word for word, so that they need no line below it. `isShared`: all
 * of them are one order to several people, and one line in its words says them with their deadline.
 */
export function tasksInText(
  tasks: readonly DocumentTask[],
  decision: string,
  { timeZone }: Pick<PrintSettings, 'timeZone'>,
  meeting: Meeting,
): { said: ReadonlySet<DocumentTask>; isShared: boolean } {
  const days = new Set<string>();
  const said = new Set<DocumentTask>();
  let shared = 0;
  for (const task of tasks) {
    const asked = askedOf(task, timeZone, meeting);
    const { name, due, from, people } = asked;
    if (!name || termsOf(task, { text: '' }, asked) || tellsAll(task, decision, meeting.members)) continue;
    const orders = ordersIn(decision, people, from[0] ?? someDay);
    const words = wordsKey(phraseOf(task.title ?? '', asked));
    const order = orders.find((each) => each.names.includes(name) && each.words === words && words !== '');
    if (!order) continue;
    const isSame = order.due === due.split('.').reverse().join('-');
    if (due === '' || isSame) said.add(task);
    if (orders.length > 1 || (!isSame && order.isTimed)) continue;
    days.add(due);
    shared += 1;
  }
  return { said, isShared: tasks.length > 1 && shared === tasks.length && days.size === 1 };
}

/** Returns the parts of a task for the cells of a table. */
export function taskParts(
  task: DocumentTask,
  { timeZone }: Pick<PrintSettings, 'timeZone'>,
  meeting: Meeting,
): { title: string; owner: string; due: string } {
  const asked = askedOf(task, timeZone, meeting);
  const title = lines(phraseOf(task.title ?? '', asked)).join('\n') || 'Поручение без названия';
  return { title: capitalized(title), owner: surnameFirst(asked.name), due: asked.due };
}

function askedOf(task: SharedTask, timeZone: string, { heldAt, members }: Meeting): Asked {
  const day = deadlineDay(task.due_at) ?? task.due_at;
  const from = new Set([isoDate(heldAt, timeZone) || someDay, isoDate(day, timeZone) || someDay]);
  const name = task.assignee?.name || undefined;
  const isMoved = deadlinesIn(task.title ?? '', someDay).length === 0;
  const names = [name ?? [], task.others ?? []].flat();
  return { name, names, due: shortDate(day, timeZone), from: [...from], people: peopleOf(members, name), isMoved };
}

/** Whether a task says the same as its decision, apart from owner and deadline. */
export function tellsAll(task: DocumentTask, decision: string, members: readonly DocumentPerson[]): boolean {
  const people = peopleOf(members, task.assignee?.name);
  const keyOfText = (text: string) => decisionKey(text, { people, from: someDay });
  return keyOfText(decision) === keyOfText(task.title ?? '');
}

/** Returns the people whom the words of a task may name: the members and the assignee. */
function peopleOf(members: readonly DocumentPerson[], name: string | null | undefined): readonly { name: string }[] {
  const known = namesOf(members);
  return name && !known.some((each) => each.name === name) ? [...known, { name }] : known;
}

/** Cache of the names of a list of members: one array for all decisions lets parse-owner.ts reuse its own cache. */
const namesOfLists = new WeakMap<readonly DocumentPerson[], { name: string }[]>();

function namesOf(members: readonly DocumentPerson[]): { name: string }[] {
  const names =
    namesOfLists.get(members) ?? [...new Set(members.flatMap(({ name }) => name ?? []))].map((name) => ({ name }));
  namesOfLists.set(members, names);
  return names;
}

/**
 * Returns the title without the owner and the deadline that the task has as fields; a different name or day stays in
 * it. «Через две недели» is counted from the day of the meeting, «до 4 декабря» of an old task from its own deadline.
 */
function phraseOf(title: string, { name, due, from, people }: Asked): string {
  const day = due.split('.').reverse().join('-');
  for (const each of from) {
    const { phrase, owner, due: phrasing } = splitDecision(title, { people, from: each });
    if ((!phrasing || phrasing === day) && (!owner || owner.name === name)) return phrase;
  }
  return title;
}

/**
 * Words of a task that differs from its decision: «Иванову С. П. до 20.12.2026 подготовить смету», or with the terms
 * appended.
 */
function wordsOfTitle(title: string, asked: Asked): TaskWords {
  const phrase = phraseOf(title, asked);
  const owner = surnamesFirst(asked.names);
  const tokens = tokensOf(phrase);
  // «Орловой Е. В. согласовать план с Орловой» would tell her to do it with herself.
  const isNamed = namesIn(tokens, asked.people).some(({ person }) => person?.name === asked.name);
  if (isNamed || !isToDo(phrase)) return { text: phrase, owner, due: asked.due };
  const whom = dativesOf(asked.names) ?? (owner && `${owner}${noBreak}–`);
  // «До 15.12.2026 собрать до 4 декабря» would name two deadlines.
  const isDated = tellsTime(tokens) || deadlinesIn(phrase, someDay, tokens).length > 0;
  const until = !isDated && asked.due && `до${noBreak}${asked.due}`;
  const due = isDated ? asked.due : undefined;
  if (!whom && !until) return { text: phrase, due };
  return { text: [whom, until, uncapitalized(phrase)].filter(Boolean).join(' '), due };
}

function termsOf(task: DocumentTask, { owner, due }: TaskWords, { names }: Asked): string {
  const origin = tidy(task.origin);
  const terms = [
    owner && `${names.length > 1 ? 'ответственные' : 'ответственный'}\u00a0– ${owner}`,
    due && `срок\u00a0– ${due}`,
    task.priority === 'high' && 'приоритет\u00a0– высокий',
    origin && `перенесено: ${origin}`,
    task.status === 'cancelled' && 'отменено',
  ];
  const text = terms.filter(Boolean).join(', ');
  return text && sentence(capitalized(text));
}
