import { expect, test } from 'vitest';
import { calendarOf, seriesCalendarOf } from '#server/modules/meetings/invitations/calendar-event.ts';
import type { MeetingFacts } from '#server/modules/meetings/invitations/meeting-facts.ts';
import { readCalendar } from './support/calendar-files.ts';

const hostile = 'Совет"; X=1:\r\nATTENDEE:mailto:evil@example.ru\r\nBEGIN:VALARM, \\n 👩‍💻 '.repeat(4);
const meeting = {
  ...{ id: 'm1', ownerId: 'u1', title: hostile, description: hostile, place: hostile, link: null, bodyId: null },
  ...{ startAt: new Date('2026-11-26T07:00:00Z'), endAt: new Date('2026-11-26T08:00:00Z'), version: 1 },
  ...{ createdAt: new Date(0), updatedAt: new Date(0), participantIds: [], files: [], guests: [] },
  ...{ protocolId: null, protocolStage: null, invitations: null },
  ...{ seriesId: null, occurrence: null, ownFields: [], series: null },
};
const facts: MeetingFacts = {
  meeting,
  organizer: { id: 'u1', name: hostile, email: 'secretary@example.ru' },
  agenda: [hostile],
  description: hostile,
};
const invited = { name: hostile, email: 'guest@example.ru', answer: null };

test('hostile text is escaped: one event, one attendee, lines of at most 75 bytes', () => {
  const more = { sequence: 3, stamp: new Date(0), link: 'https://app.example.ru/s/x' };
  const { content, method } = calendarOf(facts, 'REQUEST', invited, more);
  expect(method).toBe('REQUEST');
  const events = readCalendar(content);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    attendees: ['mailto:guest@example.ru'],
    organizer: 'mailto:secretary@example.ru',
    sequence: 3,
  });
  expect(events[0]?.description).toContain('Ответить на приглашение: https://app.example.ru/s/x');
  const longest = Math.max(...content.split('\r\n').map((line) => Buffer.byteLength(line)));
  expect(longest).toBeLessThanOrEqual(75);
  expect(content.split('\r\n').filter((line) => /^(ATTENDEE|BEGIN:VALARM)/.test(line))).toHaveLength(1);
});

test('a file of many events has no attendees, and a long description ends in each of them', () => {
  const reader = { id: 'i1', ...invited };
  const long = { ...facts, meeting: { ...meeting, id: 'm2' }, agenda: [], description: '👩'.repeat(1_200) };
  const messages = [
    { kind: 'removal' as const, facts, sequence: 3, reader },
    { kind: 'change' as const, facts: long, sequence: 1, reader },
  ];
  const link = (id: string) => `https://app.example.ru/s/${id}`;
  const { content, method } = seriesCalendarOf(messages, { stamp: new Date(0), link });
  expect(method).toBe('PUBLISH');
  expect(readCalendar(content)).toMatchObject([
    { method: 'PUBLISH', uid: 'm1@protokol', sequence: 3, status: 'CANCELLED', attendees: [] },
    {
      ...{ uid: 'm2@protokol', sequence: 1, status: 'CONFIRMED', attendees: [] },
      description: `${'👩'.repeat(1_000)}…\n\nОтветить на приглашение: https://app.example.ru/s/i1`,
    },
  ]);
});
