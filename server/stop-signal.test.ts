import { afterEach, expect, test, vi } from 'vitest';
import { stopSignal } from './stop-signal.ts';

afterEach(() => vi.restoreAllMocks());

test('signals right after the first are ignored; a later one ends the process', async () => {
  const handlers: (() => void)[] = [];
  vi.spyOn(process, 'on').mockImplementation((_signal, handler) => {
    handlers.push(handler as () => void);
    return process;
  });
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  let now = 0;
  const stopped = stopSignal(
    () => 0,
    () => now,
  );
  const [interrupt, terminate] = handlers;
  interrupt?.();
  now = 40;
  interrupt?.();
  terminate?.();
  await stopped;
  expect(exit).not.toHaveBeenCalled();
  now = 900;
  interrupt?.();
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
});
