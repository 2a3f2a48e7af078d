import { expect, test } from 'vitest';
import type { MeetingAnswer } from '#contract/meetings/invitation.ts';
import type { MeetingFacts } from './meeting-facts.ts';
import { meetingMail } from './meeting-mails.ts';
import { seriesMail } from './series-mail.ts';

const facts = (day: number) =>
  ({
    meeting: {
      ...{ id: `m${day}`, title: 'Совет', place: 'Зал 2', link: null, files: [] },
      ...{ startAt: new Date(Date.UTC(2026, 11, day, 7)), endAt: new Date(Date.UTC(2026, 11, day, 8)) },
    },
    organizer: { id: 'o', name: 'Петрова Анна', email: 'anna@x.ru' },
    ...{ agenda: [], description: '' },
  }) as unknown as MeetingFacts;

const zone = 'Europe/Moscow';
const link = 'https://x.ru/s/1';

test.each<[MeetingAnswer | null, string]>([
  [null, 'Придёте ли вы? Ответьте по ссылке:'],
  ['yes', 'Ваш ответ: «Приду». Изменить его можно по ссылке:'],
  ['no', 'Ваш ответ: «Не приду». Изменить его можно по ссылке:'],
])('a change of a meeting asks only a person without an answer: %s', (answer, words) => {
  const { text, html } = meetingMail(facts(1), { name: '', email: 'p@x.ru', answer }, { kind: 'change', zone, link });
  expect(text).toContain(words);
  expect(html?.includes('Ответить на приглашение')).toBe(answer === null);
  expect(html?.includes('Изменить ответ')).toBe(answer !== null);
});

test.each<[(MeetingAnswer | null)[], string]>([
  [['yes', null], 'Придёте ли вы? На странице можно ответить на все встречи сразу или на каждую отдельно:'],
  [['no', 'no'], 'Ваш ответ на эти встречи: «Не приду». Изменить его можно на странице'],
  [['yes', 'no'], 'На все эти встречи вы уже ответили. Изменить ответы можно на странице'],
])('a change of a series asks only a person who has not answered all of it: %j', (answers, words) => {
  const messages = answers.map((answer, place) => ({
    ...{ kind: 'change' as const, facts: facts(1 + 7 * place), sequence: 1 },
    reader: { id: `i${place}`, name: '', email: 'p@x.ru', answer },
  }));
  const { text } = seriesMail(messages, { zone, stamp: new Date(0), link: () => link });
  expect(text).toContain(words);
  expect(text?.includes('Придёте ли вы?')).toBe(answers.includes(null));
});
