import { expect, test } from 'vitest';
import { freePlace } from './free-place.ts';

const toast = { width: 300, height: 60 };
const laptop = { window: { width: 1366, height: 768 }, toast, gap: 24, foot: 0 };
const phone = { window: { width: 390, height: 844 }, toast: { width: 358, height: 60 }, gap: 16, foot: 60 };
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test('with nothing in its way the toast is at the bottom end', () => {
  expect(freePlace(laptop, [])).toBe('bottom-end');
  expect(freePlace(laptop, [box(112, 180, 878, 1400)])).toBe('bottom-end');
});

test('the toast covers neither a panel at the right nor the text of a sheet', () => {
  expect(freePlace(laptop, [box(900, 20, 1318, 750)])).toBe('top-start');
  expect(freePlace(laptop, [box(900, 20, 1318, 750), box(112, 180, 878, 1400)])).toBe('top-start');
});

test('on a phone the toast does not cover the bar above the keyboard', () => {
  expect(freePlace(phone, [box(0, 700, 390, 784)])).toBe('top-start');
  expect(freePlace(phone, [box(0, 0, 390, 120)])).toBe('bottom-end');
});
