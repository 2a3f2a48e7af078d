// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { ProtocolUpdate } from '#contract/protocols/protocol.ts';
import { requestOf } from '#src/sync/index.ts';
import { updateProtocol } from './mutations.ts';

const items = Array.from({ length: 3 }, (_, index) => ({ id: `${index + 1}`, title: `Вопрос ${index + 1}` }));
const base = { id: 'p1', version: 3, title: 'Совет', agenda: items };
const bodyOf = (change: ProtocolUpdate) => {
  const prepared = updateProtocol.prepare({ base, change, people: [] });
  return requestOf(updateProtocol, prepared).body as { agenda?: object[]; version: number };
};

test('an agenda is sent with its ids in the type that they came in', () => {
  expect(bodyOf({ agenda: items })).toEqual({
    agenda: items.map(({ id, title }) => ({ id: Number(id), title })),
    version: 3,
  });
});

test('only changed questions of an agenda are encoded again', () => {
  const before = bodyOf({ agenda: items }).agenda;
  const after = bodyOf({ agenda: items.map((item, index) => (index === 1 ? { ...item, listened: 'Отчёт' } : item)) });
  expect(after.agenda?.map((item, index) => item === before?.[index])).toEqual([true, false, true]);
  expect(after.agenda?.[1]).toEqual({ id: 2, title: 'Вопрос 2', listened: 'Отчёт' });
});

test('a change of the head carries no agenda', () => {
  expect(bodyOf({ place: 'Москва' })).toEqual({ place: 'Москва', version: 3 });
});

test('formatting is sent in the delta body, for a server that knows it, and never with the whole agenda', () => {
  const listened_blocks = [{ kind: 'paragraph' as const, pieces: [{ text: 'Отчёт', bold: true }] }];
  const change = { agenda: items.map((item) => ({ ...item, listened: 'Отчёт', listened_blocks })) };
  const request = requestOf(updateProtocol, updateProtocol.prepare({ base, change, people: [] }));
  expect(JSON.stringify(request.body)).not.toContain('blocks');
  expect(request.lighter?.body).toMatchObject({ agenda_changes: { items: [{ listened_blocks }, {}, {}] } });
});
