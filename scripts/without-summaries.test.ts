import { expect, test } from 'vitest';
import { withoutSummaries } from './without-summaries.ts';

test('the page gets no summaries of calls, and all else', () => {
  const table = (summary: string) =>
    `me: call({ method: 'GET', path: '/me', summary: '${summary}', access: 'any', reply: { kind: 'item', of: me } }),`;
  expect(withoutSummaries(table('Кто вошёл'))).toBe(table(''));
});
