import { expect, test } from 'vitest';
import { type AgendaStep, createAgendaHistory, type HistoryDirection, stepped } from './agenda-history.ts';

const [a1, a2, a3] = [
  { id: 'a1', title: 'О смете', listened: 'Отчёт' },
  { id: 'a2', title: 'О складе' },
  { id: 'a3', title: 'Разное' },
];
const ids = (step: AgendaStep, direction: HistoryDirection, agenda: AgendaStep['after']) =>
  stepped(step, direction, { agenda })?.agenda.map(({ id }) => id);

test('undo returns a removed question to its place, with what was written elsewhere since', () => {
  const step = { words: 'Вопрос 2 удалён', before: [a1, a2, a3], after: [a1, a3] };
  const wrote = { ...a3, title: 'Разное и прочее' };
  expect(stepped(step, 'undo', { agenda: [a1, wrote] })).toEqual({ agenda: [a1, a2, wrote], isWhole: true });
  expect(ids(step, 'redo', [a1, a2, wrote])).toEqual(['a1', 'a3']);
});

test('undo reverts a move, and removes an added question', () => {
  expect(ids({ words: '', before: [a1, a2, a3], after: [a3, a1, a2] }, 'undo', [a3, a1, a2])).toEqual([
    'a1',
    'a2',
    'a3',
  ]);
  expect(ids({ words: '', before: [a1], after: [a1, a2] }, 'undo', [a1, a2])).toEqual(['a1']);
});

test('undo keeps what somebody else changed in the same part meanwhile', () => {
  const step = {
    words: '',
    before: [a1, a2],
    after: [{ ...a1, title: 'О смете на год', listened: 'Отчёт принят' }, a2],
  };
  const now = [{ ...a1, title: 'О смете на год', listened: 'Доклад' }, a2];
  expect(stepped(step, 'undo', { agenda: now })).toEqual({
    agenda: [{ ...a1, listened: 'Доклад' }, a2],
    isWhole: false,
  });
  expect(
    stepped({ words: '', before: [a1], after: [{ ...a1, listened: 'б' }] }, 'undo', { agenda: now }),
  ).toBeUndefined();
});

test('repeated saves are one step; a new step clears what can be redone', () => {
  const history = createAgendaHistory();
  history.push({ words: 'Вопрос 1 изменён', before: [a1], after: [{ ...a1, listened: 'а' }], session: 's1' });
  history.push({
    words: 'Вопрос 1 изменён',
    before: [{ ...a1, listened: 'а' }],
    after: [{ ...a1, listened: 'аб' }],
    session: 's1',
  });
  const step = history.next('undo');
  expect(step).toMatchObject({ before: [a1], after: [{ listened: 'аб' }] });
  history.moved(step as AgendaStep, 'undo');
  expect(history.next('undo')).toBeUndefined();
  expect(history.next('redo')).toMatchObject({ before: [a1] });
  history.push({ words: 'Вопрос 1 перемещён', before: [a1, a2], after: [a2, a1] });
  expect(history.next('redo')).toBeUndefined();
});

test('what somebody else changed between two saves of a session is no part of the step', () => {
  const history = createAgendaHistory();
  const typed = { ...a1, listened: 'а' };
  history.push({ words: '', before: [a1, a2], after: [typed, a2], session: 's1' });
  const theirs = { ...a2, listened: 'Чужой текст' };
  const last = [{ ...a1, listened: 'аб' }, theirs, a3];
  history.push({ words: '', before: [typed, theirs, a3], after: last, session: 's1' });
  const step = history.next('undo') as AgendaStep;
  expect(stepped(step, 'undo', { agenda: last })).toEqual({ agenda: [a1, theirs, a3], isWhole: true });
  history.moved(step, 'undo');
  expect(history.next('undo')).toBeUndefined();
});

test('at least twenty steps are kept', () => {
  const history = createAgendaHistory();
  for (let count = 0; count < 100; count += 1) history.push({ words: String(count), before: [a1], after: [a2] });
  let steps = 0;
  for (let step = history.next('undo'); step; step = history.next('undo')) {
    history.moved(step, 'undo');
    steps += 1;
  }
  expect(steps).toBeGreaterThanOrEqual(20);
  expect(history.next('redo')?.words).toBe(String(100 - steps));
});
