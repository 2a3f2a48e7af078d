import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { printedAddress } from '#contract/documents/printed/printed-address.ts';
import { askedFor, launchAddress, readAsked, shortcutAddresses } from './shortcut-addresses.ts';

test('the manifest’s shortcuts match the addresses passed through the sign-in', async () => {
  const text = await readFile(new URL('../../public/manifest.webmanifest', import.meta.url), 'utf8');
  const manifest = JSON.parse(text) as { shortcuts: { name: string; url: string }[] };
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Новый протокол', launchAddress(shortcutAddresses.protocol)],
    ['Новая встреча', launchAddress(shortcutAddresses.meeting)],
  ]);
});

test('only the address of a shortcut or of a printed protocol is passed on', () => {
  const asked = { asked: '/main/meetings?new=1' };
  expect(askedFor({ pathname: '/main/meetings', search: '?new=1&launch=1' })).toEqual(asked);
  expect(askedFor({ pathname: '/main/meetings', search: '?new=1' })).toBeUndefined();
  expect(askedFor({ pathname: '/main/protocols/7', search: '' })).toBeUndefined();
  const printed = { asked: printedAddress('7') };
  expect(askedFor({ pathname: '/main/protocols/7', search: '?from=paper' })).toEqual(printed);
  expect(readAsked({ asked: '/main/protocols/add' }, 'secretary')).toBe('/main/protocols/add');
  expect(readAsked({ asked: '/main/protocols/add' }, 'manager')).toBeUndefined();
  expect(readAsked(printed, 'manager')).toBe('/main/secretaries?protocol=7');
  for (const state of [null, 'text', {}, { asked: 7 }, { asked: `https://elsewhere.example${printed.asked}` }]) {
    expect(readAsked(state, 'secretary')).toBeUndefined();
  }
});
