import type { Storage } from './storage.ts';

/**
 * Resolves when a storage answers, and has the place where files go. A listing asks for that: to the question for one
 * file, a missing bucket answers just as a missing file does. Rejects after `ms`.
 */
export async function reachStorage(storage: Pick<Storage, 'list'>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${ms} ms`)), ms);
  try {
    // Below a folder that holds nothing: an answer without entries.
    await Promise.race([storage.list('check')[Symbol.asyncIterator]().next(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
