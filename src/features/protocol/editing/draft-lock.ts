/** What this page has let go of, until the browser has taken it back. */
const leaving = new Map<string, Promise<unknown>>();

/** Holds the lock of a draft, so that no other tab offers it, until the returned function is called. */
export function holdDraft(name: string): () => void {
  return request(name, {}, () => undefined);
}

/**
 * Takes the lock of a draft that no tab is writing. Resolves with what lets go of it; undefined where somebody else has it.
 */
export async function takeDraft(name: string): Promise<(() => void) | undefined> {
  await leaving.get(name);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const letGo = request(name, { ifAvailable: true }, resolve);
  return (await promise) ? letGo : undefined;
}

function request(name: string, options: LockOptions, onAnswer: (isHeld: boolean) => void): () => void {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const over = navigator.locks.request(name, options, (lock) => {
    onAnswer(lock !== null);
    return lock ? end : undefined;
  });
  return () => {
    resolve();
    const left = over.finally(() => leaving.get(name) === left && leaving.delete(name));
    leaving.set(name, left);
  };
}
