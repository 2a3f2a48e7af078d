import { expect, test } from 'vitest';
import { judgeStorm } from './judge-storm.ts';
import { type StormResult, stormFaults } from './storm.ts';

const counts = { protocols: 9, tasks: 18, videos: 9 };
const each = (times: number) => Object.fromEntries(stormFaults.map((fault) => [fault, times]));
const calls = (many: number, status: number, ms: number) =>
  Array.from({ length: many }, () => ({ what: 'POST /protocols', status, ms }));
const good: StormResult = {
  counts,
  faults: each(1) as StormResult['faults'],
  lost: [],
  attempts: [...calls(990, 200, 80), ...calls(10, 503, 4_900), ...calls(5, 0, 10)],
};

test('a storm is weathered where one call in a hundred fails, and says so in time', () => {
  expect(judgeStorm(good)).toEqual([]);
});

test.each<[string, Partial<StormResult>, RegExp]>([
  ['something was lost', { lost: ['Буря 1'] }, /Потеряно или удвоено: Буря 1/],
  ['more calls failed', { attempts: [...good.attempts, ...calls(2, 503, 10)] }, /С ошибкой сервера 1,2 % ответов/],
  ['a failed one took long', { attempts: [...calls(200, 200, 9), ...calls(1, 503, 5_200)] }, /5,2 с/],
  ['one got no answer for long', { attempts: [...calls(200, 200, 9), ...calls(1, 0, 60_000)] }, /60,0 с/],
  ['a fault did not happen', { faults: { ...good.faults, frozen: 0 } }, /Не случилось: frozen/],
  ['nobody worked', { counts: { ...counts, videos: 0 } }, /Не сделано ни одного: videos/],
])('a storm is not weathered where %s', (_, other, reason) => {
  expect(judgeStorm({ ...good, ...other })).toEqual([expect.stringMatching(reason)]);
});
