import { expect, test } from 'vitest';
import { HandClock } from '#tests/support/hand-clock.ts';
import { brokenDeviceMs } from '../time/backoff.ts';
import { createSendTurns } from './send-turns.ts';

test('a device counts as broken only until its retry is due, also where nothing is left to send by then', async () => {
  const clock = new HandClock();
  const turns = createSendTurns({
    clock,
    send: () => Promise.reject(new Error('not recorded')),
    onOver: async () => undefined,
    retry: () => undefined,
  });
  await turns.sendNow(new AbortController().signal);
  expect(turns.isBroken()).toBe(true);
  clock.pass(brokenDeviceMs);
  expect(turns.isBroken()).toBe(false);
});
