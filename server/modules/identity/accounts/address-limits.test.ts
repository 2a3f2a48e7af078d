import { expect, test } from 'vitest';
import type { Db } from '#server/platform/db/index.ts';
import { createAddressLimits } from './address-limits.ts';

const db = {} as Db;
const clock = () => new Date('2026-11-21T09:00:00Z');
const counting = (answers: number[]) => async () => answers.shift() ?? Number.NaN;

test('a large organization behind one address may make more mistakes than a small one', async () => {
  const limits = createAddressLimits({ fixed: undefined, clock, count: counting([5_000]) });
  expect(limits.login()).toBe(100);
  await limits.refresh(db);
  expect([limits.login(), limits.link(), limits.reset()]).toEqual([1_000, 1_000, 1_000]);
  const small = createAddressLimits({ fixed: undefined, clock, count: counting([40]) });
  await small.refresh(db);
  expect([small.login(), small.link(), small.reset()]).toEqual([100, 300, 50]);
});

test('a limit that is set holds whatever the number of accounts, which is then not asked', async () => {
  const limits = createAddressLimits({ fixed: 20, clock, count: () => Promise.reject(new Error('asked')) });
  await limits.refresh(db);
  expect([limits.login(), limits.link(), limits.reset()]).toEqual([20, 20, 20]);
});

test('the accounts are counted again after ten minutes, and once for all that come meanwhile', async () => {
  let now = clock();
  const limits = createAddressLimits({ fixed: undefined, clock: () => now, count: counting([1_000, 2_000]) });
  await Promise.all([limits.refresh(db), limits.refresh(db)]);
  expect(limits.login()).toBe(200);
  now = new Date(now.getTime() + 10 * 60_000);
  await limits.refresh(db);
  expect(limits.login()).toBe(400);
});
