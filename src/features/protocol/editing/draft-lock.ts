/** Locks released by this page that the browser still has to free, by name. */
const releases = new Map<string, Promise<unknown>>();

/**
 * Holds the lock of a draft, so that no other tab offers it, until the returned function is called; where the text is
 * being saved, that is once it is kept.
 */
export function holdDraft(name: string): () => void {
  return request(name, {});
}

/**
 * Acquires the lock of a draft that no tab is writing. Resolves with its release; undefined where another tab has it.
 */
export async function acquireDraft(name: string): Promise<(() => void) | undefined> {
  await releases.get(name);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const release = request(name, { ifAvailable: true }, resolve);
  return (await promise) ? release : undefined;
}

/** Resolves once no tab is writing this draft; rejects when the signal aborts the wait. */
export function whenDraftIsLeft(name: string, signal: AbortSignal): Promise<void> {
  return navigator.locks.request(name, { signal }, () => undefined);
}

/** Resolves once one of these drafts is written by no tab, or when the wait is aborted or impossible. */
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
  // Where the browser refuses locks, it is unknown who is writing: the lock counts as not acquired.
  const over = asked.catch(() => onAnswer?.(false));
  return () => {
    resolve();
    const left = over.finally(() => releases.get(name) === left && releases.delete(name));
    releases.set(name, left);
  };
}
