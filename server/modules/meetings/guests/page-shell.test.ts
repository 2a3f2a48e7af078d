import { expect, test } from 'vitest';
import { pageOf } from './page-shell.ts';

test('every colour is supported by old browsers, light and dark', () => {
  const page = pageOf('', '');
  expect(page).not.toMatch(/oklch|light-dark|color-mix/);
  const [light = [], dark = []] = [...page.matchAll(/:root\{([^}]*--[^}]*)\}/g)].map(([, rule = '']) =>
    [...rule.matchAll(/(--[\w-]+):#(?:[\da-f]{3}){1,2}(?=;|$)/g)].map(([, name]) => name),
  );
  expect(light).toContain('--accent');
  expect(dark).toEqual(light);
  for (const [, used] of page.matchAll(/var\((--[\w-]+)\)/g)) expect(light).toContain(used);
});
