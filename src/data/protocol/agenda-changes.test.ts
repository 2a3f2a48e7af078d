import { expect, test } from 'vitest';
import { agendaChanges } from './agenda-changes.ts';

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
