import { splitDecision, wordsKey } from '#contract/decisions/split-decision.ts';
import { deadlineDay } from '#contract/tasks/task-deadline.ts';
import { lines, tidy } from '#contract/text/russian-text.ts';
import type { DocumentDecision, DocumentInput, DocumentPerson, DocumentTask } from './document-input.ts';
import { isoDate } from './russian-date.ts';

/** What a text tells to do, with owner and deadline if it names them. */
interface Told {
  words: string;
  owner: string;
  due: string;
}

/** The meeting: its day, from which deadlines are counted, and the people whom its decisions may name. */
export type Meeting = Pick<DocumentInput, 'members' | 'heldAt'>;

/**
 * Finds the task that a decision became: the task that names it, else one that names none of these decisions and has
 * the same words, unless the decision names another owner or another deadline.
 */
export function taskFinder(
  decisions: readonly DocumentDecision[],
  tasks: readonly DocumentTask[],
  { members, heldAt }: Meeting,
  timeZone: string,
): (decision: DocumentDecision) => DocumentTask | undefined {
  const ids = new Set(decisions.map(({ id }) => id).filter(Boolean));
  const named = new Map<unknown, DocumentTask>();
  const untied: DocumentTask[] = [];
  for (const task of tasks) {
    if (!task.decision_id || !ids.has(task.decision_id)) untied.push(task);
    else if (!named.has(task.decision_id)) named.set(task.decision_id, task);
  }
  const found = new Map<DocumentDecision, DocumentTask>();
  const others: DocumentDecision[] = [];
  for (const decision of decisions) {
    const own = decision.id ? named.get(decision.id) : undefined;
    if (own) found.set(decision, own);
    else if (lines(decision.text).length > 0) others.push(decision);
  }
  if (untied.length === 0) return (decision) => found.get(decision);

  const told = reader([...members, ...untied.flatMap(({ assignee }) => assignee ?? [])], isoDate(heldAt, timeZone));
  const byWords = Map.groupBy(
    untied.map((task) => ({ task, ...toldByTask(task, told, timeZone) })),
    ({ words }) => words,
  );
  // Decisions with owner or deadline are paired first: any task would match a bare «Представить план».
  const asked = others
    .map((decision) => ({ decision, ...told(decision.text ?? '') }))
    .sort((one, other) => saidBy(other) - saidBy(one));
  for (const { decision, words, owner, due } of asked) {
    const same = byWords.get(words) ?? [];
    const at = same.findIndex((task) => (!owner || owner === task.owner) && (!due || due === task.due));
    const [pair] = at < 0 ? [] : same.splice(at, 1);
    if (pair) found.set(decision, pair.task);
  }
  return (decision) => found.get(decision);
}

const saidBy = ({ owner, due }: Told) => Number(owner !== '') + Number(due !== '');

/** If the day of the meeting is unknown, an arbitrary day serves: the words of a deadline are found all the same. */
function reader(people: readonly DocumentPerson[], day: string): (text: string) => Told {
  const names = [...new Set(people.map(({ name }) => tidy(name)).filter(Boolean))];
  const around = { people: names.map((name) => ({ name })), from: day || '2026-01-01' };
  return (text) => {
    const { phrase, owner, due } = splitDecision(text, around);
    return { words: wordsKey(phrase), owner: owner?.name ?? '', due: due ?? '' };
  };
}

/** Owner and deadline come from the task, else from its title. */
function toldByTask({ title, assignee, due_at }: DocumentTask, told: (text: string) => Told, timeZone: string): Told {
  const { words, owner, due } = told(title ?? '');
  return {
    words,
    owner: tidy(assignee?.name) || owner,
    due: isoDate(deadlineDay(due_at) ?? due_at, timeZone) || due,
  };
}
