import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followKeys } from '#src/ui/index.ts';

const ran = vi.fn<(keys: string) => void>();
let end = () => {};

beforeEach(() => {
  ran.mockReset();
  const shortcuts = ['n', '/', '?', 'g h', 'g n'].map((keys) => {
    return { keys, title: keys, group: 'Везде' as const, run: () => ran(keys) };
  });
  end = followKeys(() => shortcuts);
});

afterEach(() => {
  end();
  document.body.replaceChildren();
});

/** Presses a key; returns whether the page prevented the browser's default. */
function press(key: string, init: KeyboardEventInit & { at?: number; on?: Element } = {}): boolean {
  const { at, on = document.body, ...rest } = init;
  const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : '';
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, composed: true, ...rest });
  if (at !== undefined) Object.defineProperty(event, 'timeStamp', { value: at });
  return !on.dispatchEvent(event);
}

/** Puts an element on the page and returns the innermost one of it. */
function place(html: string): Element {
  document.body.innerHTML = html;
  const all = document.body.querySelectorAll('*');
  return all[all.length - 1] ?? document.body;
}

const runs = () => ran.mock.calls.map(([keys]) => keys);

test("a key runs its shortcut and suppresses the browser's default action", () => {
  expect(press('n')).toBe(true);
  expect(press('т', { code: 'KeyN' })).toBe(true);
  expect(press('x')).toBe(false);
  expect(runs()).toEqual(['n', 'n']);
});

test('two keys in a row are one shortcut, also in the Russian layout', () => {
  press('g');
  press('h');
  press('п', { code: 'KeyG' });
  press('т', { code: 'KeyN' });
  expect(runs()).toEqual(['g h', 'g n']);
});

test('the second key must follow within 2 s', () => {
  press('g', { at: 1_000 });
  press('h', { at: 2_900 });
  press('g', { at: 10_000 });
  press('n', { at: 12_100 });
  expect(runs()).toEqual(['g h', 'n']);
});

test('an unknown second key cancels the sequence; the first key pressed again restarts it', () => {
  press('g');
  press('/');
  press('h');
  expect(runs()).toEqual([]);
  press('g');
  press('g');
  press('h');
  expect(runs()).toEqual(['g h']);
});

test('a key that is held down runs once, and Shift in between does not cancel a sequence', () => {
  press('n');
  press('n', { repeat: true });
  press('g');
  press('g', { repeat: true });
  press('Shift');
  press('h');
  expect(runs()).toEqual(['n', 'g h']);
});

test.each([
  ['Ctrl', { ctrlKey: true }],
  ['Alt', { altKey: true }],
  ['Meta', { metaKey: true }],
  ['an input method', { isComposing: true }],
  ['a letter with Shift', { shiftKey: true }],
])('%s: no shortcut runs and the default action is kept', (_, init) => {
  expect(press('n', init)).toBe(false);
  expect(runs()).toEqual([]);
});

test.each([
  '<input>',
  '<input type="search">',
  '<input type="number">',
  '<textarea></textarea>',
  '<select></select>',
  '<div contenteditable="true"><p></p></div>',
  '<div contenteditable="plaintext-only"></div>',
  '<div role="spinbutton"></div>',
  '<div role="combobox"></div>',
  '<div role="textbox"></div>',
  '<div role="row"></div>',
])('no shortcut runs in %s, and a sequence begun before is cancelled', (html) => {
  const field = place(html);
  press('g');
  expect(press('n', { on: field })).toBe(false);
  press('?', { on: field });
  press('/', { on: field });
  press('h');
  expect(runs()).toEqual([]);
});

test.each([
  '<button></button>',
  '<a href="/"></a>',
  '<input type="checkbox">',
  '<input type="radio">',
  '<table><tr role="row"><td><a href="/"></a></td></tr></table>',
  '<div contenteditable="false"></div>',
])('shortcuts run in %s', (html) => {
  expect(press('n', { on: place(html) })).toBe(true);
});

test.each(['dialog', 'alertdialog', 'menu', 'listbox'])('no shortcut runs while a %s is open', (role) => {
  place(`<div role="${role}"></div>`);
  press('n');
  press('?');
  expect(runs()).toEqual([]);
  document.body.replaceChildren();
  press('n');
  expect(runs()).toEqual(['n']);
});

test('a press that the page has handled is ignored, and so is every press after the end', () => {
  const button = place('<button></button>');
  button.addEventListener('keydown', (event) => event.preventDefault());
  press('n', { on: button });
  end();
  press('n');
  expect(runs()).toEqual([]);
});

test('a key with Ctrl is a shortcut of its own, and is left to the browser while it has nothing to do', () => {
  let isReady = false;
  end();
  end = followKeys(() => [
    { keys: 'ctrl+z', title: '', group: 'Везде', run: () => ran('ctrl+z'), isReady: () => isReady },
    { keys: 'z', title: '', group: 'Везде', run: () => ran('z') },
  ]);
  expect(press('z', { ctrlKey: true })).toBe(false);
  isReady = true;
  expect(press('я', { code: 'KeyZ', ctrlKey: true })).toBe(true);
  expect(press('z', { ctrlKey: true, on: place('<input>') })).toBe(false);
  expect(press('z', { ctrlKey: true, altKey: true })).toBe(false);
  expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe(false);
  expect(runs()).toEqual(['ctrl+z']);
});
