import { beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../time/clock.ts';
import { createConnectionNews } from './connection-news.ts';

const told: boolean[] = [];
let news: ReturnType<typeof createConnectionNews>;

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  news = createConnectionNews(systemClock(1), (online) => told.push(online));
  news.begin(true);
});

test('a lost connection is announced at once, and once', () => {
  news.hear(false);
  news.hear(false);
  expect(told).toEqual([false]);
});

test('a connection that returns after a while is announced at once', () => {
  news.hear(false);
  vi.advanceTimersByTime(3_000);
  news.hear(true);
  expect(told).toEqual([false, true]);
});

test('after a short outage the return is announced only once it is stable', () => {
  news.hear(false);
  vi.advanceTimersByTime(500);
  news.hear(true);
  expect(told).toEqual([false]);
  vi.advanceTimersByTime(3_000);
  expect(told).toEqual([false, true]);
});

test('a flapping connection is announced once as lost and once as back', () => {
  for (let change = 0; change < 20; change += 1) {
    news.hear(change % 2 === 1);
    vi.advanceTimersByTime(2_000);
  }
  expect(told).toEqual([false]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([false, true]);
});

test('a return and another loss within the delay announce nothing', () => {
  news.hear(false);
  vi.advanceTimersByTime(1_000);
  news.hear(true);
  vi.advanceTimersByTime(1_000);
  news.hear(false);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([false]);
});

test('a listener that starts offline is told of it; one that starts online is not told of the return', () => {
  news.hear(false);
  news.end();
  news.begin(false);
  expect(told).toEqual([false]);
  news.end();
  news.begin(true);
  news.hear(false);
  expect(told).toEqual([false, false]);
});
