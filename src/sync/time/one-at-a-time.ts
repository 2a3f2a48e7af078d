/**
 * Runs work one run after the other, so that an older run never ends after a newer one. A run that has not begun finds
 * everything present by then, so it serves all who call meanwhile. `work` never rejects.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let upcoming: Promise<void> | undefined;
  return () => {
    upcoming ??= last.then(() => {
      upcoming = undefined;
      return work();
    });
    last = upcoming;
    return upcoming;
  };
}
