import { describe, expect, test } from 'vitest';
import { keySign, pressSign, russianCap } from './key-sign.ts';

const press = (key: string, code: string, shiftKey = false) => keySign({ key, code, shiftKey });

describe('the sign of a key press', () => {
  test.each([
    ['Latin', 'g', 'KeyG'],
    ['Russian', 'п', 'KeyG'],
    ['Russian with Caps Lock', 'П', 'KeyG'],
    ['Ukrainian', 'п', 'KeyG'],
    ['Greek', 'γ', 'KeyG'],
    ['Dvorak, where the letter has another place', 'g', 'KeyU'],
    ['a keyboard that tells no places', 'g', ''],
  ])('G is recognised on a layout: %s', (_, key, code) => {
    expect(press(key, code)).toBe('g');
  });

  test('on a Latin layout the typed character counts, not the position of the key', () => {
    expect(press('z', 'KeyY')).toBe('z');
    expect(press('i', 'KeyG')).toBe('i');
  });

  test.each([
    ['Latin, Shift + /', '?', 'Slash', '?'],
    ['Russian, Shift + 7', '?', 'Digit7', '?'],
    ['Russian, Shift + the key of «/»', ',', 'Slash', '?'],
    ['German, Shift + ß', '?', 'Minus', '?'],
    ['Russian, Shift + \\', '/', 'Backslash', '/'],
  ])('with Shift: %s', (_, key, code, sign) => {
    expect(press(key, code, true)).toBe(sign);
  });

  test.each([
    ['/', 'Slash', '/'],
    ['.', 'Slash', '/'],
    ['/', 'NumpadDivide', '/'],
    ['[', 'BracketLeft', '['],
    ['х', 'BracketLeft', '['],
    ['ъ', 'BracketRight', ']'],
    ['3', 'Digit3', '3'],
    ['3', 'Numpad3', '3'],
    ['é', 'Digit2', '2'],
  ])('%s at %s is %s', (key, code, sign) => {
    expect(press(key, code)).toBe(sign);
  });

  test.each([
    ['a letter with Shift', 'G', 'KeyG', true],
    ['a Russian letter with Shift', 'П', 'KeyG', true],
    ['a digit’s sign with Shift', '!', 'Digit1', true],
    ['the full stop of a Latin layout', '.', 'Period', false],
    ['the comma of a Latin layout', ',', 'Comma', false],
    ['the equals sign beside Dvorak’s slash', '=', 'BracketRight', false],
    ['a dead key', 'Dead', 'BracketLeft', false],
    ['a key with a name', 'Enter', 'Enter', false],
    ['a digit block without Num Lock', 'End', 'Numpad1', false],
    ['what an input method holds', 'Process', 'KeyG', false],
  ])('%s has no sign', (_, key, code, shift) => {
    expect(press(key, code, shift)).toBeUndefined();
  });
});

test('the Russian letter on a key with a Latin one is found', () => {
  expect(['g', 'h', 'm', 'q', '[', '/'].map(russianCap)).toEqual(['П', 'Р', 'Ь', 'Й', 'Х', '.']);
  expect(['1', '?'].map(russianCap)).toEqual([undefined, undefined]);
});

test('modifier keys are part of the sign, in either layout', () => {
  const press = { key: 'я', code: 'KeyZ', shiftKey: false, ctrlKey: true, metaKey: false };
  expect(pressSign(press)).toBe('ctrl+z');
  expect(pressSign({ ...press, key: 'Z', shiftKey: true })).toBe('ctrl+shift+z');
  expect(pressSign({ ...press, ctrlKey: false, metaKey: true })).toBe('ctrl+z');
  expect(pressSign({ ...press, ctrlKey: false })).toBe('z');
});
