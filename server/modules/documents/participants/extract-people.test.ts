import { expect, test, vi } from 'vitest';
import { documentSettings } from '#contract/documents/document.ts';
import { present } from '#contract/documents/printed/build-people.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { printedMembers } from './extract-people.ts';

vi.mock('#contract/documents/printed/build-people.ts', async (original) => {
  const actual = await original<typeof import('#contract/documents/printed/build-people.ts')>();
  return { ...actual, present: vi.fn(actual.present) };
});

test('whether names are printed is determined from one list of people, however many questions there are', () => {
  const numbers = Array.from({ length: 50 }, (_, index) => String(index));
  const protocol: Protocol = {
    ...{ id: 'p', title: 'Совещание', stage: 'final' },
    members: numbers.map((id) => ({ id, kind: 'present' as const, name: `Иванов ${id}` })),
    agenda: numbers.map((id) => ({ id, title: `Вопрос ${id}`, decisions: [{ id: `d${id}`, text: `Решение ${id}` }] })),
    tasks: numbers.map((id) => ({ id: `t${id}`, status: 'progress', title: `Поручение ${id}`, agenda_id: id })),
  };
  const settings = documentSettings.parse({ present_limit: 15 });
  const shown = printedMembers({ protocol, items: numbers, people: [], settings });
  expect(new Set(shown.map(({ name }) => name))).toEqual(new Set(['…']));
  expect(present).toHaveBeenCalledTimes(2);
});
