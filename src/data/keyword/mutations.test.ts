// @vitest-environment jsdom
import { expect, test } from 'vitest';
import '#src/app/registry.ts';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { applyToList, type OutboxRow } from '#src/sync/index.ts';
import { unsentRow } from '#tests/support/unsent-row.ts';
import { keywordCollection } from './collection.ts';
import { createKeyword, deleteKeyword, renameKeyword } from './mutations.ts';

const budget = { id: 'k1', name: 'бюджет' };
const task = { id: 'k2', name: 'поручить' };

const applyToKeywords = (all: Keyword[], rows: OutboxRow[]) => applyToList(keywordCollection, all, rows);
const names = (rows: OutboxRow[], all = [budget, task]) => applyToKeywords(all, rows).map(({ name }) => name);

test('a new keyword is at its alphabetical place, marked, and shown once although it was refetched', () => {
  const made = unsentRow(createKeyword, { id: 'k3', name: 'ёмкость' });
  expect(applyToKeywords([budget, task], [made])).toEqual([
    budget,
    { id: 'k3', name: 'ёмкость', unsent: { state: 'waiting', writes: [made.id] } },
    task,
  ]);
  expect(names([made], [task, budget])).toEqual(['поручить', 'бюджет', 'ёмкость']);
  expect(names([made], [{ id: 'k3', name: 'ёмкость' }])).toEqual(['ёмкость']);
});

test('a rename is applied to the fetched keyword, also to an unsent one', () => {
  const made = unsentRow(createKeyword, { id: 'k3', name: 'срок' });
  const renamed = unsentRow(renameKeyword, { keyword: { id: 'k3', name: 'срок' }, name: 'сроки' });
  const [, , last] = applyToKeywords([budget, task], [made, renamed]);
  expect(last).toEqual({ id: 'k3', name: 'сроки', unsent: { state: 'waiting', writes: [made.id, renamed.id] } });
});

test('a deleted keyword is gone at once, a new one with its name is shown', () => {
  const gone = unsentRow(deleteKeyword, { keyword: budget });
  expect(names([gone])).toEqual(['поручить']);
  expect(names([gone, unsentRow(createKeyword, { id: 'k4', name: 'бюджет' })])).toEqual(['бюджет', 'поручить']);
});

test('a keyword whose deletion was refused is shown again, marked as failed', () => {
  const refused = unsentRow(deleteKeyword, { keyword: budget }, 'failed');
  expect(applyToKeywords([budget], [refused])).toEqual([
    { ...budget, unsent: { state: 'failed', writes: [refused.id] } },
  ]);
});

test('the title of a rename has both names', () => {
  const { title } = unsentRow(renameKeyword, { keyword: budget, name: 'бюджеты' });
  expect(title).toBe('Ключевое слово «бюджет», новое название «бюджеты»');
});
