import { describe, expect, it } from 'vitest';
import { neededFor, quorumRule, quorumWords } from './quorum.ts';

describe('how many members a quorum needs', () => {
  it.each([
    ['half of an even number', { share: 0.5 }, 10, 5],
    ['half of an odd number', { share: 0.5 }, 9, 5],
    ['more than half of an even number', { share: 0.5, is_more: true }, 10, 6],
    ['more than half of an odd number', { share: 0.5, is_more: true }, 9, 5],
    ['two thirds', { share: 2 / 3 }, 9, 6],
    ['more than two thirds', { share: 2 / 3, is_more: true }, 9, 7],
    ['all', { share: 1 }, 7, 7],
    ['a number of them, however many there are', { count: 3 }, 100, 3],
    ['a number before a share', { count: 3, share: 1 }, 100, 3],
    ['nobody of nobody is no quorum', { share: 0.5 }, 0, 1],
    ['a rule that names neither', {}, 9, null],
    ['no rule', null, 9, null],
  ])('%s', (_, rule, total, needed) => {
    expect(neededFor(rule, total)).toBe(needed);
  });

  it.each([
    [{ share: 0.5, is_more: true }, 'больше половины'],
    [{ share: 2 / 3 }, 'не менее двух третей'],
    [{ share: 0.6667 }, 'не менее двух третей'],
    [{ share: 0.6 }, 'не менее 60\u00A0%'],
    [{ share: 1 }, 'все'],
    [{ count: 3 }, 'не менее 3'],
    [{}, undefined],
  ])('says it in words: %j', (rule, words) => {
    expect(quorumWords(rule)).toBe(words);
  });

  it('rejects a share above 1 and a count of 0', () => {
    expect(quorumRule.safeParse({ share: 1.5 }).success).toBe(false);
    expect(quorumRule.safeParse({ count: 0 }).success).toBe(false);
  });
});
