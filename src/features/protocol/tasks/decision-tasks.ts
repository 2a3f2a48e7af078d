import { decisionCounter } from '#contract/decision-places.ts';
import { decisionKey, decisionWords, wordsKey } from '#contract/decision-words.ts';
import type { AgendaItem, Decision, Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import type { NameOf } from '../editing/people.ts';
import { taskTitle } from './task-title.ts';

export interface DecisionPoint {
  id: string | undefined;
  text: string;
  evidence?: Decision['evidence'];
  votes?: Decision['votes'];
  /** Its number as it is shown, «2.1.», «2.1.1.». */
  place: string;
  level: 0 | 1;
}

/** The decisions of a question; a provider that knows no points sends one text for the whole item. */
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
  /** The task that a decision became, by the decision's place. */
  made: ReadonlyMap<string, T>;
  /** The tasks of the question that came from no decision. */
  others: readonly T[];
  /** Of these, by id, the ones that repeat a decision: they can be joined with it. */
  doubles: ReadonlyMap<string, DecisionPoint>;
}

/** So many tasks of a question are compared with its decisions: nobody doubles more by hand. */
const mostCompared = 200;

/**
 * Which task each decision became. A task names its decision; where the server keeps no such link (`isLinked`), or the
 * decision has no id, it is known by its words.
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
  for (const task of loose.slice(0, mostCompared)) {
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

/** What was found of one decision, under the place that it has by now: it may have been moved since. */
export function foundAt(found: DecisionTasks, before: string | undefined, now: string): DecisionTasks {
  const made = before === undefined ? undefined : found.made.get(before);
  const doubles = [...found.doubles].flatMap(([id, point]) =>
    point.place === before ? [[id, { ...point, place: now }] as const] : [],
  );
  return { ...found, made: new Map(made ? [[now, made]] : []), doubles: new Map(doubles) };
}

/** Any day serves: only which words are a deadline matters here. */
const someDay = '2026-01-01';

/** Whether the title says what the decision says, owner and deadline aside. */
function isRepeated(text: string, task: Task, nameOf: NameOf): boolean {
  const name = nameOf(task.assignee_id) ?? task.assignee_name;
  const around = { people: name ? [{ name }] : [], from: someDay };
  const key = decisionKey(task.title ?? '', around);
  return key !== '' && key === decisionKey(text, around);
}

/**
 * What stands in the place of a decision that became a task: its title without owner and deadline, where it says what the
 * decision says and the task has both; what the task leaves open stays as it was decided (as in print). Else the decision keeps its words,
 * and the title is shown beside it.
 */
export function shownDecision(
  text: string,
  task: Task,
  members: Protocol['members'],
): { text: string; title?: string } {
  const people = (members ?? []).flatMap(({ member_id: id, name }) => (name ? [{ id, name }] : []));
  const around = { people, from: someDay };
  const title = taskTitle(task);
  const words = decisionWords(title, around);
  const read = decisionWords(text, around);
  if (wordsKey(read.phrase) !== wordsKey(words.phrase)) return { text, title };
  const assignee = task.assignee_id ?? task.assignee_name;
  const isOpen = (read.owner && !assignee) || (read.due && !task.due_at);
  const isOfAnother = words.owner && words.owner.id !== task.assignee_id;
  return { text: isOpen || isOfAnother ? text : words.phrase };
}
