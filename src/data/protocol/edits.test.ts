import { expect, test } from 'vitest';
import { agendaChanges, editOver } from './edits.ts';

const [a1, a2, a3] = [
  { id: 'a1', title: 'О смете', listened: 'Отчёт' },
  { id: 'a2', title: 'О складе' },
  { id: 'a3', title: 'Разное' },
];
const base = { id: 'p1', title: 'Совет', version: 3, agenda: [a1, a2, a3] };
const typed = { ...a1, listened: 'Отчёт принят' };
const edit = { base, change: { agenda: [typed, a2, a3] }, itemId: 'a1', people: [] };
const now = (agenda: object[], more: object = {}) => ({ ...base, stage: 'finish', agenda, ...more }) as never;

test('changes of other questions made meanwhile are kept, and so is their order', () => {
  const wrote = { ...a2, title: 'О складе и аренде' };
  const over = editOver(edit, now([wrote, a1], { version: 5, unsent: { state: 'waiting', writes: ['w1'] } }));
  expect(over?.edit.change.agenda).toEqual([wrote, typed]);
  expect(over?.edit.base).toMatchObject({ version: 5, agenda: [wrote, a1] });
  expect(over?.basedOn).toEqual(['w1']);
});

test('a change by somebody else of another part of the question is kept', () => {
  const over = editOver(edit, now([{ ...a1, discussion: 'Спор' }, a2, a3], { version: 5 }));
  expect(over?.edit.change.agenda?.[0]).toEqual({ ...typed, discussion: 'Спор' });
});

test('an edit that is already in the protocol is not sent', () => {
  expect(editOver(edit, now([typed, a2, a3]))).toBeUndefined();
});

test('an edit of a part that somebody else changed too is sent as begun: the server reports the conflict', () => {
  const theirs = [{ ...a1, listened: 'Доклад' }, a2, a3];
  expect(editOver(edit, now(theirs, { version: 5 }))).toEqual({ edit, basedOn: [] });
  const { version: _version, ...plain } = base;
  const over = editOver({ ...edit, base: plain as never }, { ...plain, stage: 'finish', agenda: theirs } as never);
  expect(over?.edit.change.agenda?.[0]).toEqual(typed);
});

const item = (id: string, title = id) => ({ id, title });

test('one changed question is sent alone, without the order', () => {
  const before = [item('a'), item('b'), item('c')];
  expect(agendaChanges(before, [item('a'), item('b', 'другой'), item('c')])).toEqual({ items: [item('b', 'другой')] });
});

test('an added, removed or moved question sends the new order', () => {
  const before = [item('a'), item('b')];
  expect(agendaChanges(before, [item('b'), item('a')])).toEqual({ items: [], order: ['b', 'a'] });
  expect(agendaChanges(before, [item('b')])).toEqual({ items: [], order: ['b'] });
  expect(agendaChanges(before, [item('a'), item('n'), item('b')])).toEqual({
    items: [item('n')],
    order: ['a', 'n', 'b'],
  });
});

test('a field left out of a question is a change too', () => {
  const before = [{ ...item('a'), listened: 'слова' }];
  expect(agendaChanges(before, [item('a')])).toEqual({ items: [item('a')] });
});
