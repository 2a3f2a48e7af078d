import { expect, test } from 'vitest';
import { withoutSummaries } from './without-summaries.ts';

test('only the summaries of the calls are removed from the page', () => {
  const table = (summary: string) =>
    `me: call({ method: 'GET', path: '/me', summary: '${summary}', access: 'any', reply: { kind: 'item', of: me } }),`;
  expect(withoutSummaries(table('Кто вошёл'))).toBe(table(''));
});
