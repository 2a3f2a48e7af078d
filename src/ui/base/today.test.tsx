import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTimeZone } from '#tests/support/time-zone.ts';
import { useToday } from './today.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-03-20T23:59:30+03:00') });
  useTimeZone('Europe/Moscow');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Day() {
  return <p>{useToday()}</p>;
}

test('a day ends at midnight in the zone of the device', () => {
  render(<Day />);
  act(() => void vi.advanceTimersByTime(29_000));
  expect(screen.getByText('2025-03-20')).toBeDefined();
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByText('2025-03-21')).toBeDefined();
  act(() => void vi.advanceTimersByTime(24 * 3_600_000));
  expect(screen.getByText('2025-03-22')).toBeDefined();
});

test('a page that was asleep over midnight has the new day once it is seen again', () => {
  render(<Day />);
  vi.setSystemTime(new Date('2025-03-23T08:00:00+03:00'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText('2025-03-23')).toBeDefined();
});

test('a machine that slept over midnight with the page in sight has the new day within a minute', () => {
  render(<Day />);
  act(() => void vi.advanceTimersByTime(31_000));
  vi.setSystemTime(new Date('2025-03-23T08:00:00+03:00'));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText('2025-03-23')).toBeDefined();
});

test('no timer is left once nothing shows the day', () => {
  const one = render(<Day />);
  const other = render(<Day />);
  one.unmount();
  expect(vi.getTimerCount()).toBe(1);
  other.unmount();
  expect(vi.getTimerCount()).toBe(0);
});
