import { expect, test } from 'vitest';
import { freePlace } from './free-place.ts';

const toast = { width: 300, height: 60 };
const laptop = { window: { width: 1366, height: 768 }, toast, gap: 24, foot: 0 };
const phone = { window: { width: 390, height: 844 }, toast: { width: 358, height: 60 }, gap: 16, foot: 60 };
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test('where nothing is in its way it stands at the end of the foot', () => {
  expect(freePlace(laptop, [])).toBe('bottom-end');
  expect(freePlace(laptop, [box(112, 180, 878, 1400)])).toBe('bottom-end');
});

test('it leaves a panel at the right to whoever reads it, and the words of a sheet to whoever writes them', () => {
  expect(freePlace(laptop, [box(900, 20, 1318, 750)])).toBe('top-start');
  expect(freePlace(laptop, [box(900, 20, 1318, 750), box(112, 180, 878, 1400)])).toBe('top-start');
});

test('on a phone it leaves the bar over the keyboard free', () => {
  expect(freePlace(phone, [box(0, 700, 390, 784)])).toBe('top-start');
  expect(freePlace(phone, [box(0, 0, 390, 120)])).toBe('bottom-end');
});
