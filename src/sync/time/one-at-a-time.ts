/**
 * Work that is done one run after the other: an older run must not end after a newer one. A run that has not begun finds
 * all that there is by then, so that one serves everybody who asks meanwhile. `work` never rejects.
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
