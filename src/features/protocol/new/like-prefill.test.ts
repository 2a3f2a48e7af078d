// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { likeOf } from './like-prefill.ts';

test('a protocol made like another has its head, people and questions, but no decisions', () => {
  const agenda = [
    {
      id: 'q1',
      title: 'О бюджете',
      speaker_id: 'u2',
      listened: 'Слушали',
      decisions: [{ id: 'd1', text: 'Утвердить' }],
    },
  ];
  const members = [
    { id: 'm1', member_id: 'u1', name: 'Орлова Вера', kind: 'chairman' as const },
    { id: 'm2', member_id: 'u2', name: 'Ким Дмитрий', kind: 'absent' as const },
  ];
  const filling = likeOf(
    {
      id: 'p1',
      stage: 'final',
      title: 'Комиссия',
      kind: 'Заседание',
      number: '7',
      body_id: 'b1',
      chairman_id: 'u1',
      agenda,
    },
    members,
    [],
  );
  expect(filling).toMatchObject({
    ...{ title: 'Комиссия', kind: 'Заседание', body_id: 'b1', chairman: [{ id: 'u1', name: 'Орлова Вера' }] },
    members: [{ id: 'u1', kind: 'chairman' }, { id: 'u2' }],
    agenda: [{ title: 'О бюджете', speaker: [{ id: 'u2', name: 'Ким Дмитрий' }] }],
  });
  expect(filling).not.toHaveProperty('number');
  expect(filling.agenda?.[0]?.id).not.toBe('q1');
});
