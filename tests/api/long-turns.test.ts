import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members, tasks } from '#server/schema/work.ts';
import { longTest } from '#tests/support/long-test.ts';
import { measureTurns } from '#tests/support/longest-turn.ts';
import { sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';

/** How long one request may hold the others, in milliseconds of the processor: on a busy machine it is the same. */
const longestHold = 200;

let app: TestApp;
let anna: TestUser;
beforeAll(async () => {
  app = await startTestApp('postgres');
  anna = await app.addUser();
});
afterAll(() => app.close());

const add = async (more: object = {}): Promise<string> => {
  const reply = await app.call(anna, 'POST', '/protocols', { title: 'О бюджете', ...more });
  expect([reply.statusCode, reply.body.slice(0, 300)]).toEqual([201, expect.any(String)]);
  return reply.json().data.id;
};

test('200 kB of subtitles with unclosed marks hold no other request', async () => {
  const id = await add();
  const text = `1\n00:00:01,000 --> 00:00:02,000\n${'{\\'.repeat(100_000)}\n`;
  const { result, longest } = await measureTurns(() =>
    sendForm(app, anna, 'POST', `/protocols/${id}/transcript`, [
      ['_method', 'PUT'],
      ['subtitles', new File([text], 'запись.srt')],
    ]),
  );
  expect(result.statusCode).toBe(200);
  expect(longest).toBeLessThan(longestHold);
});

test('the PDF of 40 items of dashes holds no other request', async () => {
  const agenda = Array.from({ length: 40 }, (_, at) => ({
    id: `question-${at}`,
    title: `Вопрос ${at}`,
    listened: '- '.repeat(1_000),
  }));
  const id = await add({ agenda });
  const { result, longest } = await measureTurns(() => app.call(anna, 'GET', `/protocols/${id}/documents/pdf`));
  expect(result.statusCode).toBe(200);
  expect(longest).toBeLessThan(longestHold);
});

test('a protocol of 200 questions, of which a person sees only extracts, holds no other request', async () => {
  const kim = await app.addUser('external');
  const numbers = Array.from({ length: 200 }, (_, at) => at);
  const agenda = numbers.map((at) => ({
    ...{ id: `question-${at}`, title: `Вопрос ${at}`, listened: 'Доклад о смете. '.repeat(5) },
    decisions: Array.from({ length: 5 }, (__, of) => ({ text: `Иванову П. И. подготовить смету ${of} до пятницы` })),
  }));
  const id = await add({ agenda, held_at: '2026-03-02T10:00:00+03:00' });
  const ids = (noun: string) => `${noun}-${id}-`;
  await app.db
    .insert(members)
    .values(numbers.slice(0, 30).map((at) => ({ id: ids('member') + at, protocolId: id, name: `Иванов Пётр ${at}` })));
  await app.db.insert(tasks).values(
    numbers.map((at) => ({
      ...{ id: ids('task') + at, protocolId: id, ownerId: anna.id, assigneeId: kim.id },
      ...{ agendaId: `question-${at}`, title: `Смета ${at}` },
    })),
  );
  await app.call(anna, 'PUT', `/protocols/${id}`, { stage: 'finish' });
  await app.call(anna, 'POST', `/protocols/${id}/final`, {});
  const { result, longest } = await measureTurns(() => app.call(kim, 'GET', `/me/protocols/${id}`));
  expect(result.json().data).toMatchObject({ parts: 'extracts', items: { length: 200 } });
  expect(longest).toBeLessThan(longestHold);
});

longTest('a round of 9,600 invitations, 400 events in each mail, holds no other request', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, () => app.addUser('external')));
  const made = await app.call(anna, 'POST', '/meeting-series', {
    ...{ id: 'year', title: 'Планёрка', place: 'Зал 4', description: 'Возьмите отчёты отделов. '.repeat(400) },
    plan: {
      ...{ rule: 'FREQ=DAILY;COUNT=400', first: '2100-01-01', time: '10:00', minutes: 60 },
      ...{ time_zone: 'Europe/Moscow', holidays: 'keep' },
    },
    participant_ids: people.map(({ id }) => id),
  });
  expect(made.statusCode, made.body.slice(0, 300)).toBe(201);
  const { result, longest } = await measureTurns(() =>
    app.call(anna, 'POST', '/meeting-series/year/invitations', { id: uuidv7(), from: '2100-01-01' }),
  );
  expect(result.json().data).toMatchObject({ meetings: 400, people: 24 });
  expect(longest).toBeLessThan(longestHold);
});
