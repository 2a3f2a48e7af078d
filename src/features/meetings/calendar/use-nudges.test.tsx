import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNudges } from './use-move-meeting.ts';

const at = (hour: number) => new Date(2031, 2, 20, hour);
const council = { id: 'm1', title: 'Совет', start_at: at(10).toISOString(), end_at: at(11).toISOString() };
const times = (hour: number) => ({ start: at(hour), end: at(hour + 1) });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const written = Promise.withResolvers<void>();
  const write = vi.fn(() => written.promise);
  const meetings = [council];
  const { result, unmount } = renderHook(() => useNudges(meetings, write));
  const startsAt = () => new Date(result.current.shown[0]?.start_at ?? '').getHours();
  return { result, unmount, write, written, startsAt };
}

test('steps are shown at once and saved together when the keys rest', async () => {
  const { result, write, written, startsAt } = open();
  for (const hour of [11, 12, 13]) act(() => result.current.nudge('m1', times(hour)));
  expect(startsAt()).toBe(13);
  expect(write).not.toHaveBeenCalled();
  act(() => vi.runAllTimers());
  expect(write.mock.calls).toEqual([[council, times(13)]]);
  expect(startsAt()).toBe(13);
  await act(async () => written.resolve());
  // Once written, the meeting is shown as the list has it.
  expect(startsAt()).toBe(10);
});

test('a step made during a save stays visible, and is saved too', async () => {
  const { result, write, written, startsAt } = open();
  act(() => result.current.nudge('m1', times(11)));
  act(() => vi.runAllTimers());
  act(() => result.current.nudge('m1', times(12)));
  await act(async () => written.resolve());
  expect(startsAt()).toBe(12);
  act(() => vi.runAllTimers());
  expect(write).toHaveBeenCalledTimes(2);
});

test('leaving the screen before the keys rest saves the step', () => {
  const { result, write, unmount } = open();
  act(() => result.current.nudge('m1', times(11)));
  unmount();
  expect(write.mock.calls).toEqual([[council, times(11)]]);
});
