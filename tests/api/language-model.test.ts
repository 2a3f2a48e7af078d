import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrokenAnswer, createLanguageModel, modelFailure } from '#server/modules/insights/analysis/language-model.ts';
import { summariseByModel } from '#server/modules/insights/analysis/model-summary.ts';
import { ChatServer } from '#tests/support/chat-server.ts';

let chat: ChatServer;
beforeAll(async () => {
  chat = await ChatServer.start();
});
afterAll(() => chat.stop());

const open = (patience = {}) =>
  createLanguageModel({ url: chat.url, key: '4', model: 'm' }, { timeoutMs: 5_000, ...patience });
const ask = (model = open()) => model.ask('Итоги', 'Текст', (json) => json, new AbortController().signal);

test('a request has key and model, and JSON is read after a <think> and from a code block', async () => {
  chat.play(() => '<think>{"a": 0}</think>\nВот:\n```json\n{"a": 1}\n```');
  expect(await ask()).toEqual({ a: 1 });
  expect(chat.requests).toEqual([
    {
      ...{ path: '/v1/chat/completions', key: '4', model: 'm', format: { type: 'json_object' } },
      ...{ instruction: 'Итоги', text: 'Текст' },
    },
  ]);
});

test('a temporary refusal, a broken connection and an answer without JSON are retried', async () => {
  chat.play(
    () => ({ status: 429 }),
    () => ({ status: 503 }),
    () => 'cut',
    () => 'Не понял',
    () => '{"a": 2}',
  );
  expect(await ask()).toEqual({ a: 2 });
  expect(chat.requests).toHaveLength(5);
});

test('an endpoint that rejects the JSON format is asked without it from then on', async () => {
  chat.play((request) => (request.format ? { status: 400 } : '{"a": 3}'));
  const model = open();
  expect([await ask(model), await ask(model)]).toEqual([{ a: 3 }, { a: 3 }]);
  expect(chat.requests.map(({ format }) => format !== undefined)).toEqual([true, false, false]);
});

test.each<[what: string, answer: object | string, words: string, requests: number]>([
  ['a wrong key', { status: 401 }, 'не приняла ключ доступа', 1],
  ['too many requests', { status: 429 }, 'перегружена запросами', 2],
  ['a fault of its own', { status: 500 }, 'ответила ошибкой 500', 2],
  ['no JSON', 'Не понял', 'ответила не тем, о чём её просили', 2],
  ['a broken line', 'cut', 'недоступна', 2],
])('%s is named as the failure', async (_what, answer, words, requests) => {
  chat.play(() => answer);
  const failed = ask(open({ timeoutMs: 30_000, retries: 1 }));
  expect(await failed.then(() => 'answered', modelFailure)).toBe(words);
  expect(chat.requests).toHaveLength(requests);
});

// How many requests fit into the whole time depends on the machine.
test('silence is named as the failure', async () => {
  chat.play(() => 'silence');
  const failed = ask(open({ timeoutMs: 300, retries: 1 }));
  expect(await failed.then(() => 'answered', modelFailure)).toBe('не ответила вовремя');
});

test('a server stop aborts the request at once', async () => {
  chat.play(() => 'silence');
  const stop = new AbortController();
  const asked = open().ask('Итоги', 'Текст', (json) => json, stop.signal);
  await expect.poll(() => chat.requests.length).toBe(1);
  stop.abort();
  await expect(asked).rejects.toThrow();
});

const lines = (count: number, length = 20) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `s${index}`, start: index * 4, end: index * 4 + 3, speaker: 'Ким' },
    text: `Строка ${index + 1} ${'слово '.repeat(length)}`.trim(),
  }));
const work = { signal: new AbortController().signal, progress: () => undefined };

test('a summary cites lines by number or time; points that cite no known line are dropped', async () => {
  chat.play(() => ({
    text: 'Итог',
    points: [
      { text: 'Второе', lines: ['[3]', 2] },
      { text: 'Первое', lines: ['00:00:00'] },
      { text: 'Небывалое', lines: [99, '01:00:00', 'начало'] },
      { text: 'Без строк' },
      'не пункт',
    ],
    decisions: [{ text: 'Решение', lines: [2] }],
    tasks: [{ text: 'Выдумка', lines: [7] }],
  }));
  const made = await summariseByModel(open(), lines(3, 1), work);
  expect(made).toEqual({
    text: 'Итог',
    points: [
      { text: 'Первое', evidence: { start: 0, end: 3, quote: 'Строка 1 слово', speaker: 'Ким' } },
      {
        text: 'Второе',
        evidence: { start: 4, end: 11, quote: 'Строка 2 слово Строка 3 слово', speaker: 'Ким' },
      },
    ],
    proposals: [
      expect.objectContaining({ kind: 'decision', text: 'Решение', source: 'llm', evidence: expect.anything() }),
    ],
  });
  expect(chat.requests[0]?.text.split('\n')[1]).toBe('[2] 00:00:04 Ким: Строка 2 слово');
});

test('a long transcript is sent in parts with their own lines, and the results are summarised again', async () => {
  chat.play(({ text }) => {
    const first = Number(/^\[(\d+)\]/.exec(text)?.[1]);
    return { text: `Итог с ${first}`, points: [{ text: `Пункт ${first}`, lines: [first] }] };
  });
  const made = await summariseByModel(open(), lines(400), work);
  expect(chat.requests.length).toBeGreaterThan(3);
  const last = chat.requests.at(-1)?.text.split('\n') ?? [];
  expect(last).toHaveLength(chat.requests.length - 1);
  expect(last[0]).toBe('[1] Пункт 1');
  expect(made.points).toEqual([expect.objectContaining({ text: 'Пункт 1' })]);
});

test('an answer without any valid point is a BrokenAnswer', async () => {
  chat.play(() => ({ points: [{ text: 'Небывалое', lines: [99] }] }));
  await expect(summariseByModel(open({ retries: 0 }), lines(2), work)).rejects.toBeInstanceOf(BrokenAnswer);
});
