import { expect, test } from 'vitest';
import { createRecentErrors } from '#server/platform/log/index.ts';
import { asError } from './boss-error.ts';

test('an error of the job queue says which queue failed, and why', () => {
  const error = Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
  // So pg-boss emits it.
  const told = { ...error, message: error.message, stack: error.stack, queue: 'send-mail', worker: '1' };
  const recent = createRecentErrors(() => new Date());
  recent.note(asError(told), 'фоновая работа');
  expect(JSON.stringify(recent.list())).toContain('send-mail: Connection terminated unexpectedly');
  expect(asError(told)).toMatchObject({ code: '57P01', stack: expect.stringContaining('boss-error.test.ts') });
  expect(asError(error)).toBe(error);
});
