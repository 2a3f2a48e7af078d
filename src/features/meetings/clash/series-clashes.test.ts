import { expect, test } from 'vitest';
import type { SeriesPlan } from '#contract/meetings/series/expand-series.ts';
import { readRule } from '#contract/meetings/series/repeat-rule.ts';
import { clashingLater } from './series-clashes.tsx';

const plan = (rule: string, change: Partial<SeriesPlan> = {}): SeriesPlan => {
  const known = readRule(rule);
  if (!known) throw new Error(rule);
  const usual = { first: '2031-03-20', time: '11:00', minutes: 60, zone: 'Europe/Moscow', holidays: 'keep' as const };
  return { ...usual, ...change, rule: known };
};
const weekly = 'FREQ=WEEKLY;BYDAY=TH';

test('meetings after the first are counted where they overlap, for a year at most', () => {
  expect(clashingLater(plan(weekly), plan(`${weekly};COUNT=12`, { time: '11:30' }))).toBe(11);
  expect(clashingLater(plan(weekly), plan(weekly))).toBe(52);
  expect(clashingLater(plan(weekly), plan(weekly, { first: '2030-03-21' }))).toBe(52);
});

test('another weekday or hour is no clash; a series of every second week meets half of them', () => {
  expect(clashingLater(plan(weekly), plan('FREQ=WEEKLY;BYDAY=FR'))).toBe(0);
  expect(clashingLater(plan(weekly), plan(weekly, { time: '12:00' }))).toBe(0);
  expect(clashingLater(plan(weekly), plan('FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;COUNT=6'))).toBe(5);
});
