import { expect, test } from 'vitest';
import { isSafeLink } from '#contract/protocols/formatted-text.ts';
import { formatOfKey, meantAddress } from './formats.ts';

const press = (code: string, held: Partial<KeyboardEvent> = { ctrlKey: true }) =>
  formatOfKey({ code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test('formatting shortcuts use the place of the key, in any layout', () => {
  expect([press('KeyB'), press('KeyI'), press('KeyK'), press('KeyB', { metaKey: true })]).toEqual([
    'bold',
    'italic',
    'link',
    'bold',
  ]);
  expect(press('Digit8', { ctrlKey: true, shiftKey: true })).toBe('bullet');
  expect([press('KeyB', {}), press('KeyB', { ctrlKey: true, altKey: true }), press('Digit8')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['example.org/a', 'https://example.org/a'],
  [' https://example.org ', 'https://example.org'],
  ['ivanov@example.org', 'mailto:ivanov@example.org'],
  ['http://пример.рф/отчёт', 'http://пример.рф/отчёт'],
])('«%s» leads to %s', (typed, address) => {
  expect(meantAddress(typed)).toBe(address);
  expect(isSafeLink(address)).toBe(true);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'два слова', ''])('«%s» leads nowhere', (typed) => {
  expect(isSafeLink(meantAddress(typed))).toBe(false);
});
