import { afterAll, beforeAll, expect, test } from 'vitest';
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
