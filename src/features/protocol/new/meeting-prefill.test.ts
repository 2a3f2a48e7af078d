// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { expectedMembers } from './meeting-prefill.ts';

const person = (id: string, answer?: 'yes' | 'no' | 'deputy', deputy?: string) => ({
  ...{ user_id: id, guest_id: null, name: id, email: null, state: 'sent' as const },
  ...{ is_organizer: false, error: null, answer, deputy, note: null, answered_at: null, previous_answer: undefined },
});
const guest = (id: string, answer?: 'yes' | 'no') => ({ ...person(id, answer), user_id: null, guest_id: id });

test('who declined the invitation is absent, a deputy is named, guests are invited', () => {
  const members = [
    { id: 'u1', name: 'Ким' },
    { id: 'u2', name: 'Яшин' },
    { id: 'u3', name: 'Белова', kind: 'invited' as const },
    { id: 'u4', name: 'Орлова' },
  ];
  const guests = [
    { id: 'g1', name: 'Гостева', email: 'g@example.ru' },
    { id: 'g2', name: 'Отказник', email: 'o@example.ru' },
  ];
  const answers = [person('u1', 'deputy', 'Замов'), person('u2', 'no'), person('u3', 'no'), person('u4', 'yes')];
  expect(expectedMembers(members, guests, [...answers, guest('g1'), guest('g2', 'no')])).toEqual([
    { id: 'u1', name: 'Ким', kind: 'absent', absence: 'пришлёт заместителя: Замов' },
    { id: 'u2', name: 'Яшин', kind: 'absent', absence: '' },
    { id: 'u3', name: 'Белова', kind: 'invited', absence: '' },
    { id: 'u4', name: 'Орлова' },
    { id: 'guest:g1', name: 'Гостева', kind: 'invited', isGuest: true },
    { id: 'guest:g2', name: 'Отказник', kind: 'invited', isGuest: true, absence: '' },
  ]);
});
