import type { Storage } from './storage.ts';

/**
 * Resolves when a storage answers, and has the place where files go. A listing asks for that: to the question for one
 * file, a missing bucket answers just as a missing file does. Rejects after `ms`.
 */
export async function reachStorage(storage: Pick<Storage, 'list'>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const ended = new AbortController();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${ms} ms`)), ms);
  try {
    // Below a folder that holds nothing: an answer without entries.
    const listing = storage.list('check', { signal: ended.signal });
    await Promise.race([listing[Symbol.asyncIterator]().next(), late.promise]);
  } finally {
    clearTimeout(timer);
    // Else it would hold its connection for as long as the storage is silent.
    ended.abort();
  }
}
