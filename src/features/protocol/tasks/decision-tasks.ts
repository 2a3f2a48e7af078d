import { decisionCounter } from '#contract/decisions/decision-places.ts';
import { decisionKey, splitDecision, wordsKey } from '#contract/decisions/split-decision.ts';
import type { AgendaItem, Decision, Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import type { NameOf } from '../editing/people.ts';
import { taskTitle } from './task-title.ts';

export interface DecisionPoint {
  id: string | undefined;
  text: string;
  evidence?: Decision['evidence'];
  votes?: Decision['votes'];
  /** Number of the decision as it is shown: «2.1.», «2.1.1.». */
  place: string;
  level: 0 | 1;
}

/** Returns the decisions of an agenda item; a provider without decision points sends one text for the whole item. */
export function pointsOf(item: AgendaItem, position: number): DecisionPoint[] {
  const decisions: Decision[] = item.decisions?.length
    ? item.decisions
    : item.decision?.trim()
      ? [{ text: item.decision, evidence: item.evidence }]
      : [];
  const count = decisionCounter(position);
  return decisions.map((each) => {
    const { id, text, evidence, votes } = each;
    return { id, text, evidence, votes, ...count(each) };
  });
}

export interface DecisionTasks<T extends Task = Task> {
  /** Tasks made of decisions, by the decision's place. */
  made: ReadonlyMap<string, T>;
  /** Tasks of the agenda item that come from no decision. */
  others: readonly T[];
  /** Decisions that some of `others` repeat, by the id of the task: such a task can be joined with its decision. */
  doubles: ReadonlyMap<string, DecisionPoint>;
}

/** Maximum number of an item's tasks compared with its decisions: nobody duplicates more by hand. */
const maxCompared = 200;

/**
 * Finds the task of each decision. A task names its decision; where the server keeps no such link (`isLinked`), or the
 * decision has no id, the two are matched by their words.
 */
export function decisionTasks<T extends Task>(
  points: readonly DecisionPoint[],
  tasks: readonly T[],
  nameOf: NameOf,
  isLinked: boolean,
): DecisionTasks<T> {
  const byDecision = new Map<string, T>();
  for (const task of tasks) {
    if (task.decision_id && !byDecision.has(task.decision_id)) byDecision.set(task.decision_id, task);
  }
  const made = new Map<string, T>();
  for (const { id, place } of points) {
    const task = id ? byDecision.get(id) : undefined;
    if (task) made.set(place, task);
  }
  const used = new Set(made.values());
  const doubles = new Map<string, DecisionPoint>();
  const free = new Set(points.filter(({ place }) => !made.has(place)));
  const ids = new Set(points.map(({ id }) => id));
  const loose = tasks.filter((task) => !used.has(task) && !(task.decision_id && ids.has(task.decision_id)));
  for (const task of loose.slice(0, maxCompared)) {
    const point = [...free].find(({ text }) => isRepeated(text, task, nameOf));
    if (!point) continue;
    free.delete(point);
    if (isLinked && point.id) doubles.set(task.id, point);
    else {
      made.set(point.place, task);
      used.add(task);
    }
  }
  return { made, others: tasks.filter((task) => !used.has(task)), doubles };
}

/** Returns what was found for one decision under its current place: the decision may have been moved since. */
export function foundAt(found: DecisionTasks, before: string | undefined, now: string): DecisionTasks {
  const made = before === undefined ? undefined : found.made.get(before);
  const doubles = [...found.doubles].flatMap(([id, point]) =>
    point.place === before ? [[id, { ...point, place: now }] as const] : [],
  );
  return { ...found, made: new Map(made ? [[now, made]] : []), doubles: new Map(doubles) };
}

/** Arbitrary day: it only matters which words are a deadline. */
const someDay = '2026-01-01';

/** Whether the title has the same words as the decision, apart from assignee and deadline. */
function isRepeated(text: string, task: Task, nameOf: NameOf): boolean {
  const name = nameOf(task.assignee_id) ?? task.assignee_name;
  const around = { people: name ? [{ name }] : [], from: someDay };
  const key = decisionKey(task.title ?? '', around);
  return key !== '' && key === decisionKey(text, around);
}

/**
 * Returns the text shown for a decision that became a task. Where both have the same words, it is the title without
 * assignee and deadline; if the decision names one of these that the task does not have, the decision's own text stays
 * (as in print). Where the words differ, the decision keeps its text, and the title is shown beside it.
 */
export function shownDecision(
  text: string,
  task: Task,
  members: Protocol['members'],
): { text: string; title?: string } {
  const people = (members ?? []).flatMap(({ member_id: id, name }) => (name ? [{ id, name }] : []));
  const around = { people, from: someDay };
  const title = taskTitle(task);
  const words = splitDecision(title, around);
  const read = splitDecision(text, around);
  if (wordsKey(read.phrase) !== wordsKey(words.phrase)) return { text, title };
  const assignee = task.assignee_id ?? task.assignee_name;
  const isOpen = (read.owner && !assignee) || (read.due && !task.due_at);
  const isOfAnother = words.owner && words.owner.id !== task.assignee_id;
  return { text: isOpen || isOfAnother ? text : words.phrase };
}
