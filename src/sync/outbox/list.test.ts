import { expect, test } from 'vitest';
import { changeProtocol } from '#tests/support/outbox-stand.ts';
import type { OutboxRow } from '../store/outbox-row.ts';
import { createOutboxList } from './list.ts';

const row = (seq: number, more: Partial<OutboxRow> = {}) =>
  ({ ...changeProtocol(`p${seq}`, { title: 'Совет' }), seq, id: `w${seq}`, state: 'waiting', ...more }) as OutboxRow;

test('unchanged rows stay the same objects when read again, and so does an unchanged list', () => {
  const list = createOutboxList();
  list.set([row(1), row(2)], []);
  list.show();
  const before = list.shown();
  list.set([row(1), row(2)], []);
  list.show();
  expect(list.shown()).toBe(before);
  list.set([row(1), row(2, { state: 'failed' })], []);
  list.show();
  const [first, second] = list.shown();
  expect(first).toBe(before[0]);
  expect(second).toMatchObject({ state: 'failed' });
  list.set([row(1)], []);
  list.show();
  expect(list.shown()).toEqual([row(1)]);
});
