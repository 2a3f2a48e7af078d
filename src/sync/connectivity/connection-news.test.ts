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

test('a connection that goes is told at once, and once', () => {
  news.hear(false);
  news.hear(false);
  expect(told).toEqual([false]);
});

test('a connection that comes back after a while is told at once', () => {
  news.hear(false);
  vi.advanceTimersByTime(3_000);
  news.hear(true);
  expect(told).toEqual([false, true]);
});

test('a short gap tells that it is over only once it is', () => {
  news.hear(false);
  vi.advanceTimersByTime(500);
  news.hear(true);
  expect(told).toEqual([false]);
  vi.advanceTimersByTime(3_000);
  expect(told).toEqual([false, true]);
});

test('a connection that flaps says one thing, and the end of it', () => {
  for (let change = 0; change < 20; change += 1) {
    news.hear(change % 2 === 1);
    vi.advanceTimersByTime(2_000);
  }
  expect(told).toEqual([false]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([false, true]);
});

test('a change and its opposite while nothing was told are nothing', () => {
  news.hear(false);
  vi.advanceTimersByTime(1_000);
  news.hear(true);
  vi.advanceTimersByTime(1_000);
  news.hear(false);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([false]);
});

test('who comes while there is no connection is told; that it is back is no news to who comes then', () => {
  news.hear(false);
  news.end();
  news.begin(false);
  expect(told).toEqual([false]);
  news.end();
  news.begin(true);
  news.hear(false);
  expect(told).toEqual([false, false]);
});
