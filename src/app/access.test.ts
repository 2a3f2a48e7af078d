import { expect, test } from 'vitest';
import { access, landing, mayOpen } from './access.ts';

test.each([
  ['secretary', '/main/home'],
  ['manager', '/main/secretaries'],
  ['admin', '/main/settings'],
  ['external', '/main/settings'],
] as const)('%s lands on %s', (role, path) => {
  expect(landing(role)).toBe(path);
});

test.each([
  ['admin', ['users', 'settings']],
  ['manager', ['secretaries', 'users', 'settings']],
  ['secretary', ['home', 'meetings', 'protocols', 'keywords', 'users', 'settings']],
  ['external', ['settings']],
] as const)('%s may open its areas only', (role, areas) => {
  const open = Object.entries(access).filter(([, roles]) => mayOpen(roles, role));
  expect(open.map(([area]) => area)).toEqual(areas);
});

test('every role may open its landing page, so that no redirect loops', () => {
  for (const role of ['admin', 'manager', 'secretary', 'external'] as const) {
    const area = landing(role).slice('/main/'.length) as keyof typeof access;
    expect(mayOpen(access[area], role)).toBe(true);
  }
});
