import { expect, test } from 'vitest';
import type { Task } from '#contract/tasks/task.ts';
import { decisionTasks, pointsOf, shownDecision } from './decision-tasks.ts';

const item = {
  id: 'q1',
  decisions: [
    { id: 'd1', text: 'Поручить Киму Д. О. до 04.12.2026 представить план закупок.' },
    { id: 'd2', text: 'Утвердить смету' },
  ],
};
const points = pointsOf(item, 3);
const nameOf = (id: string | null | undefined) => (id === 'u2' ? 'Ким Дмитрий Олегович' : undefined);
const task = (id: string, title: string, more: Partial<Task> = {}): Task => ({ id, title, status: 'new', ...more });
const read = (tasks: Task[], isLinked = true) => {
  const { made, others, doubles } = decisionTasks(points, tasks, nameOf, isLinked);
  return {
    made: [...made].map(([place, { id }]) => [place, id]),
    others: others.map(({ id }) => id),
    doubles: [...doubles].map(([id, { place }]) => [id, place]),
  };
};

test('a task is shown at the decision that it names; the others are listed', () => {
  const tasks = [task('t1', 'Что угодно', { decision_id: 'd2' }), task('t2', 'Купить стол')];
  expect(read(tasks)).toEqual({ made: [['3.2.', 't1']], others: ['t2'], doubles: [] });
});

test('a second task of the same decision is listed, and not reported as a double', () => {
  const tasks = [
    task('t1', 'Утвердить смету', { decision_id: 'd2' }),
    task('t2', 'Утвердить смету', { decision_id: 'd2' }),
  ];
  expect(read(tasks)).toEqual({ made: [['3.2.', 't1']], others: ['t2'], doubles: [] });
});

test('a task is a double of a decision, whatever owner, deadline, case and verb it has', () => {
  const double = ['3.1.', 't1'].reverse();
  for (const title of ['Представить план закупок', 'ПОРУЧИТЬ Киму Д.О. представить «план» закупок до 5 декабря']) {
    expect(read([task('t1', title, { assignee_id: 'u2' })]).doubles).toEqual([double]);
  }
  expect(read([task('t1', 'Представить план', { assignee_id: 'u2' })]).doubles).toEqual([]);
  expect(read([task('t1', 'Утвердить смету', { decision_id: 'gone' })]).doubles).toEqual([['t1', '3.2.']]);
  const twice = [task('t1', 'Утвердить смету'), task('t2', 'Утвердить смету')];
  expect(read(twice)).toEqual({ made: [], others: ['t1', 't2'], doubles: [['t1', '3.2.']] });
});

test('if the server keeps no link, a task is matched by its words', () => {
  expect(read([task('t1', 'утвердить смету.')], false)).toEqual({ made: [['3.2.', 't1']], others: [], doubles: [] });
  const [point] = pointsOf({ id: 'q1', decision: 'Утвердить смету' }, 1);
  expect(point).toEqual({ id: undefined, text: 'Утвердить смету', evidence: undefined, place: '1.1.', level: 0 });
});

test('the title replaces the decision if both say the same and the task has what is left out', () => {
  const members = [{ id: 'm1', member_id: 'u2', name: 'Ким Дмитрий Олегович' }];
  const text = item.decisions[0]?.text ?? '';
  const phrase = 'Представить план закупок';
  const shown = (title: string, more: Partial<Task>) => shownDecision(text, task('t1', title, more), members);
  const whole = { assignee_id: 'u2', due_at: '2026-12-04' };
  for (const title of [phrase, text]) expect(shown(title, whole)).toEqual({ text: phrase });
  expect(shown(phrase, { assignee_id: 'u3', due_at: '2026-12-11' })).toEqual({ text: phrase });
  expect(shown('Представить отчёт', whole)).toEqual({ text, title: 'Представить отчёт' });
  for (const open of [{}, { assignee_id: 'u2' }, { due_at: '2026-12-04' }])
    expect(shown(phrase, open)).toEqual({ text });
  expect(shown(text, { ...whole, assignee_id: 'u3' })).toEqual({ text });
});

test('thousands of tasks are all listed', () => {
  const many = Array.from({ length: 5000 }, (_, index) => task(`t${index}`, `Поручение ${index} до 4 декабря`));
  expect(read(many).others).toHaveLength(5000);
});
