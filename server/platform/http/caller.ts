import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestUser } from './request-user.ts';

const callers = new AsyncLocalStorage<RequestUser | null>();

/** Runs the handler of a call, which `callerSession` then knows. */
export function runForCaller<T>(user: RequestUser | null, handler: () => T): T {
  return callers.run(user, handler);
}

/**
 * Returns the session of the call that is being handled; undefined where nobody is signed in, and outside of calls. It is
 * for signed addresses, which are made deep inside of replies; rights are asked of the `user` of a handler.
 */
export function callerSession(): string | undefined {
  return callers.getStore()?.sessionId;
}
