import { decisionCounter, type Levelled } from '#contract/decisions/decision-places.ts';
import type { FormattedText } from '#contract/protocols/formatted-text.ts';
import { questionFinder } from '#contract/tasks/task-question.ts';
import { surnameFirst } from '#contract/text/person-name.ts';
import { bookmarkTitle, isPrinted, lines, noBreak, sentence } from '#contract/text/russian-text.ts';
import { formatted } from './build-formatted.ts';
import { nameAndPosition } from './build-people.ts';
import { sharedTasks, taskLine, tasksInText, tellsAll } from './build-tasks.ts';
import { votes, votesOfItem } from './build-votes.ts';
import type {
  DocumentAgendaItem,
  DocumentDecision,
  DocumentInput,
  DocumentTask,
  PrintSettings,
} from './document-input.ts';
import { type Block, type ListNumber, type Paragraph, paragraph, type Run } from './document-model.ts';
import { topicOf } from './heard-topic.ts';
import { moment } from './recording-moment.ts';
import { type Meeting, taskFinder } from './task-finder.ts';

/** Whether anything of an item is printed; an item without content is left out and not numbered. */
export function hasContent(item: DocumentAgendaItem): boolean {
  const texts = [
    item.title,
    item.listened,
    item.discussion,
    ...(item.decisions ?? []).map((decision) => decision.text),
  ];
  return texts.some(isPrinted) || votesOfItem(item).length > 0;
}

/** Builds the agenda, what was heard, said and decided on each of its items, and the tasks that belong to no item. */
export function minutes(input: DocumentInput, settings: PrintSettings): Block[] {
  const { agenda: items } = input;
  const tasks = tasksByItem(input);
  return [
    ...agenda(items),
    ...items.flatMap((item, index) => minutesOf(item, index + 1, tasks.get(item.id), input, settings)),
    ...looseTasks(input, settings),
  ];
}

/**
 * Groups the tasks by agenda item: those of its decisions, whatever item they name, and those that name it. The key
 * undefined holds the tasks that belong to no item.
 */
export function tasksByItem({
  agenda: items,
  tasks,
}: Pick<DocumentInput, 'agenda' | 'tasks'>): Map<string | undefined, DocumentTask[]> {
  return Map.groupBy(tasks, questionFinder(items));
}

/** Builds «ПОВЕСТКА ДНЯ»; its first item gets the number `first`. */
export function agenda(items: DocumentAgendaItem[], first = 1): Block[] {
  if (items.length === 0) return [];
  return [
    paragraph('heading', 'ПОВЕСТКА ДНЯ:', { keepNext: true, outline: 'Повестка дня' }),
    ...items.flatMap((item, index) => {
      const [title = 'Вопрос без названия', ...rest] = lines(item.title);
      const speaker = item.speaker ? nameAndPosition(item.speaker) : '';
      const number = { list: 'agenda' as const, level: 0 as const, label: `${index + first}.` };
      const below = [...rest, speaker && `Докладчик: ${speaker}`].filter(Boolean);
      return [
        paragraph('agenda', title, { number, ...(below.length > 0 && { keepNext: true }) }),
        ...below.map((line, at) => paragraph('agendaNote', line, { keepNext: at < below.length - 1 })),
      ];
    }),
  ];
}

/** Builds what was heard, said and decided on one item. */
export function minutesOf(
  item: DocumentAgendaItem,
  index: number,
  tasks: DocumentTask[] | undefined,
  meeting: Meeting,
  settings: PrintSettings,
): Block[] {
  return [
    ...heard(item, index),
    ...runIn('ВЫСТУПИЛИ:', textOf(item.discussion, item.discussionBlocks)),
    ...decided(item, index, tasks, settings, meeting),
  ];
}

/** Whether an item has a speaker or a recorded word; an item that was only planned is not printed as heard. */
export function wasHeard({ speaker, listened, discussion }: DocumentAgendaItem): boolean {
  return [speaker?.name, listened, discussion].some(isPrinted);
}

/** Returns «Иванов С. П. – о бюджете.» and the blocks of the report; `words` is empty if nothing was heard. */
export function heardOf(item: DocumentAgendaItem): { words: Run[]; report: Block[] } {
  const [title = '', ...titleRest] = lines(item.title);
  const report = titleRest.map((line): Block => paragraph('body', line));
  report.push(...textOf(item.listened, item.listenedBlocks));
  const speaker = surnameFirst(item.speaker?.name);
  const topic = titleRest.length > 0 ? topicOf(title) : sentence(topicOf(title));
  const opening = title ? [{ text: topic }] : openingOf(report);
  const joint = speaker && opening.length > 0 ? '\u00a0– ' : '';
  const named = speaker || joint ? [{ text: `${speaker}${joint}` }] : [];
  return { words: [...named, ...opening], report };
}

/** Builds «1. СЛУШАЛИ: Иванов С. П. – о бюджете.» with the report; «1. О бюджете» if nothing was heard. */
function heard(item: DocumentAgendaItem, index: number): Block[] {
  const { words, report } = heardOf(item);
  const [title = ''] = lines(item.title);
  const first = words.map((run) => run.text).join('');
  const text = wasHeard(item) && first ? [bold('СЛУШАЛИ: '), ...words] : [bold(title || 'Вопрос без названия')];
  return [
    paragraph('item', [...text, ...moment(item.at)], {
      number: { list: 'minutes', level: 0, label: `${index}.` },
      outline: `${index}. ${bookmarkTitle(title || first || 'Вопрос без названия')}`,
      keepNext: true,
    }),
    ...report,
  ];
}

/** Returns the blocks of a text that may be formatted. */
export function textOf(text: string | null | undefined, blocks: FormattedText | null | undefined): Block[] {
  return blocks ? formatted(blocks) : lines(text).map((line) => paragraph('body', line));
}

/** Removes the first block and returns its runs, if it is a paragraph that can continue a line; else returns none. */
function openingOf(blocks: Block[]): Run[] {
  const [first] = blocks;
  if (first?.kind !== 'paragraph' || first.number) return [];
  blocks.shift();
  return first.runs;
}

/**
 * Builds «РЕШИЛИ»: the decisions and tasks of an item, point by point. A decision that became a task is one point: the
 * task, since it has the owner and the deadline, with the words of the decision above it if the two differ. Further
 * tasks of the decision stand below it, not as points of their own, since they were not decided separately.
 */
export function decided(
  item: DocumentAgendaItem,
  index: number,
  tasks: DocumentTask[] | undefined = [],
  settings: PrintSettings,
  meeting: Meeting,
): Block[] {
  const counted = votesOfItem(item);
  const points: Point[] = [];
  const count = decisionCounter(index);
  const numberOf = (decision: Levelled): ListNumber => {
    const { place, level } = count(decision);
    return { list: 'minutes', level: level === 0 ? 1 : 2, label: place };
  };
  const left = new Set(tasks);
  const taskOf = taskFinder(item.decisions ?? [], tasks, meeting, settings.timeZone);
  for (const decision of item.decisions ?? []) {
    const [first, ...rest] = lines(decision.text);
    if (first === undefined) continue;
    const task = taskOf(decision);
    const further = [...left].filter((each) => each !== task && each.decision_id && each.decision_id === decision.id);
    for (const each of task ? [task, ...further] : further) left.delete(each);
    const evidence = task?.evidence ?? (typeof decision.at === 'number' ? { start: decision.at } : undefined);
    const number = numberOf(decision);
    const text = decision.text ?? '';
    const all = task ? [{ ...task, evidence }, ...further] : further;
    const { said, isShared } = tasksInText(all, text, settings, meeting);
    const unsaid = isShared ? all : all.filter((each) => !said.has(each));
    const shared = sharedTasks(unsaid, text, settings, meeting);
    const made = task && unsaid[0] === all[0] ? shared[0] : undefined;
    const others = made ? shared.slice(1) : shared;
    const isInText = (each: DocumentTask) => isShared || tellsAll(each, text, meeting.members);
    const lineOf = (each: DocumentTask, numbered?: ListNumber) =>
      taskLine(each, numbered, settings, meeting, isInText(each) ? text : undefined);
    const isTaskInText = made && isInText(made);
    const own = made ? lineOf(made, isTaskInText ? number : undefined) : [];
    // «Иванову и Киму подготовить смету» is printed once, though each of them has a task.
    const below = others
      .map((each) => lineOf(each))
      .filter((line) => textWithoutMoment(line) !== textWithoutMoment(own));
    if (isTaskInText) {
      points.push({ number, paragraphs: [...own, ...below.flat()], votes: decision.votes });
      continue;
    }
    const last = rest.pop();
    const ending = made ? [] : moment(evidence?.start);
    const paragraphs = [
      paragraph('point', [{ text: last === undefined ? sentence(first) : first }, ...(last ? [] : ending)], {
        number,
      }),
      ...rest.map((line) => paragraph('pointNote', line)),
      ...(last ? [paragraph('pointNote', [{ text: sentence(last) }, ...ending])] : []),
      ...own,
      ...below.flat(),
    ];
    points.push({ number, paragraphs, votes: decision.votes });
  }
  for (const task of left) {
    const number = numberOf({});
    points.push({ number, paragraphs: taskLine(task, number, settings, meeting) });
  }
  if (points.length === 0) return counted;
  return [paragraph('label', [bold('РЕШИЛИ:')], { keepNext: true }), ...withVotes(pointByPoint(points), counted)];
}

/** A decision or task of an item with its number, and what is printed below it. */
type Point = { number: ListNumber; paragraphs: Paragraph[]; votes?: DocumentDecision['votes'] };

/** Builds the points with their votes. Those on a point with sub-points follow the last of these, and name the point. */
function pointByPoint(points: readonly Point[]): Paragraph[] {
  /** Votes on the point whose sub-points are being printed. */
  let open: Paragraph[] = [];
  return points.flatMap(({ number, paragraphs, votes: cast }, index) => {
    const goesOn = points[index + 1]?.number.level === 2;
    if (goesOn && number.level === 1) {
      open = votes(cast, 'pointNote', `по пункту${noBreak}${number.label.slice(0, -1)} в${noBreak}целом`);
      return paragraphs;
    }
    const printed = withVotes(paragraphs, votes(cast, 'pointNote'));
    if (goesOn) return printed;
    const whole = withVotes(printed, open);
    open = [];
    return whole;
  });
}

/** Returns the text of a task without the moment of the recording. */
const textWithoutMoment = (line: readonly Paragraph[]) => line.map(({ runs }) => runs[0]?.text).join('\n');

/** Appends the result of a vote and keeps it on the page of what was voted on. */
function withVotes(points: Paragraph[], counted: Paragraph[]): Paragraph[] {
  if (counted.length === 0) return points;
  return [...points.slice(0, -1), ...points.slice(-1).map((last) => ({ ...last, keepNext: true })), ...counted];
}

/** Builds «ПОРУЧЕНИЯ»: the tasks that belong to no item. */
export function looseTasks(input: DocumentInput, settings: PrintSettings): Block[] {
  const points = (tasksByItem(input).get(undefined) ?? []).map((task, index) =>
    taskLine(task, { list: 'tasks', level: 0, label: `${index + 1}.` }, settings, input),
  );
  if (points.length === 0) return [];
  const heading = paragraph('heading', 'ПОРУЧЕНИЯ:', { keepNext: true, outline: 'Поручения' });
  return [heading, ...points.flat()];
}

/** Puts the label before the first paragraph, or above a list or a table. */
function runIn(label: string, blocks: Block[]): Block[] {
  if (blocks.length === 0) return [];
  const opening = openingOf(blocks);
  if (opening.length === 0) return [paragraph('label', [bold(label)], { keepNext: true }), ...blocks];
  return [paragraph('body', [bold(`${label} `), ...opening]), ...blocks];
}

const bold = (text: string): Run => ({ text, bold: true });
