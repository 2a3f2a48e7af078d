import { expect, test } from 'vitest';
import { secondsOf } from './recording-news.ts';

const told = 1_000_000;
const news = { id: 'r1', protocolId: 'p1', phase: 'recording', elapsed: 12_340, told } as const;

test('the seconds of a recording advance, to a tenth, and stop while it is paused', () => {
  expect(secondsOf(news, told)).toBe(12.3);
  expect(secondsOf(news, told + 60_000)).toBe(72.3);
  expect(secondsOf({ ...news, phase: 'paused' }, told + 60_000)).toBe(12.3);
});

test('a clock that was set back gives no time before the last reported one', () => {
  expect(secondsOf(news, told - 5_000)).toBe(12.3);
});
