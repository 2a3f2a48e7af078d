import { expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { documentInput } from './protocol-input.ts';

const ivanov = { id: 'p1', name: 'Иванов Сергей Петрович', position: 'директор', organization: null };
const protocol: Protocol = { id: 'a', stage: 'finish' };

test('a protocol with nothing but its id and stage prints', () => {
  expect(documentInput(protocol, [])).toMatchObject({ stage: 'finish', members: [], agenda: [], tasks: [] });
});

test('people are found by id, and their position in this protocol takes precedence', () => {
  const input = documentInput(
    {
      ...protocol,
      chairman_id: 'p1',
      secretary_id: 'gone',
      members: [
        { member_id: 'p1', position: 'председатель комиссии', kind: 'chairman' },
        { member_id: 'x', name: 'Гость' },
      ],
      agenda: [{ id: 'i', speaker_id: 'gone', speaker_name: 'Петрова А. А.' }],
      tasks: [{ id: 't', status: 'cancelled', title: 'Дело', assignee_id: 'p1', evidence: { start: 7 } }],
    },
    [ivanov],
  );
  expect(input.chairman).toBe(ivanov);
  expect(input.secretary).toBeUndefined();
  expect(input.members).toMatchObject([
    { id: 'p1', name: ivanov.name, position: 'председатель комиссии', kind: 'chairman' },
    { id: 'x', name: 'Гость' },
  ]);
  const nameless = { ...protocol, members: [{ member_id: 'p1', name: 'Гость' }] };
  expect(documentInput(nameless, [{ ...ivanov, name: '' }]).members).toMatchObject([{ name: 'Гость' }]);
  expect(input.agenda[0]?.speaker).toEqual({ name: 'Петрова А. А.' });
  expect(input.tasks[0]).toMatchObject({ assignee: ivanov, status: 'cancelled', evidence: { start: 7 } });
});

test('decisions are read as points or as one text, each with its moment', () => {
  const [pointed, plain] = documentInput(
    {
      ...protocol,
      agenda: [
        { id: '1', decisions: [{ text: 'Раз', evidence: { start: 3 } }], decision: 'иное', evidence: { start: 1 } },
        { id: '2', decision: 'Одним текстом', evidence: { start: 9 } },
      ],
    },
    [],
  ).agenda;
  expect(pointed).toMatchObject({ decisions: [{ text: 'Раз', at: 3 }], at: 1 });
  expect(plain).toMatchObject({ decisions: [{ text: 'Одним текстом', at: 9 }], at: undefined });
});

test('a moment with a recording_id is not printed', () => {
  const evidence = { start: 3, recording_id: 'r1' };
  const input = documentInput(
    {
      ...protocol,
      agenda: [{ id: '1', evidence, decisions: [{ text: 'Раз', evidence }] }],
      tasks: [{ id: 't', status: 'new', title: 'Дело', evidence }],
    },
    [],
  );
  expect(input.agenda[0]).toMatchObject({ decisions: [{ at: undefined }], at: undefined });
  expect(input.tasks[0]?.evidence).toBeUndefined();
});
