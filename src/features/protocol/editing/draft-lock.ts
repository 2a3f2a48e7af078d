/** Locks that this page has released, until the browser has them back. */
const releases = new Map<string, Promise<unknown>>();

/**
 * Holds the lock of a draft, so that no other tab offers it, until the returned function is called: once it is kept, where
 * it is being saved.
 */
export function holdDraft(name: string): () => void {
  return request(name, {});
}

/** Acquires the lock of a draft that no tab is writing. Resolves with its release; undefined where another tab has it. */
export async function acquireDraft(name: string): Promise<(() => void) | undefined> {
  await releases.get(name);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const release = request(name, { ifAvailable: true }, resolve);
  return (await promise) ? release : undefined;
}

/** Resolves once no tab writes this draft any more; rejects where the signal calls the wait off. */
export function whenDraftIsLeft(name: string, signal: AbortSignal): Promise<void> {
  return navigator.locks.request(name, { signal }, () => undefined);
}

/** Resolves once no tab writes one of these drafts any more, or the wait is called off or cannot be. */
export async function whenOneIsLeft(names: readonly string[], signal: AbortSignal): Promise<void> {
  const found = new AbortController();
  const either = AbortSignal.any([signal, found.signal]);
  await Promise.any(names.map((name) => whenDraftIsLeft(name, either))).catch(() => undefined);
  found.abort();
}

function request(name: string, options: LockOptions, onAnswer?: (isHeld: boolean) => void): () => void {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const asked = navigator.locks.request(name, options, (lock) => {
    onAnswer?.(lock !== null);
    return lock ? end : undefined;
  });
  // A browser that gives no locks tells nobody who is writing.
  const over = asked.catch(() => onAnswer?.(false));
  return () => {
    resolve();
    const left = over.finally(() => releases.get(name) === left && releases.delete(name));
    releases.set(name, left);
  };
}
