import { whenIdle } from './hooks.ts';

/** Milliseconds after which a visit counts as begun, whatever its screen still waits for. */
const longestStart = 5000;

let endBeginning = () => {};
const begun = new Promise<void>((resolve) => {
  endBeginning = resolve;
  setTimeout(resolve, longestStart);
});

/** The first screen has what it asked for: what was to be fetched ahead may come. */
export function endVisitStart(): void {
  endBeginning();
}

/**
 * Does what is not needed yet once the visit has begun and the page has nothing else to do: what is fetched ahead would
 * take its share of a slow line from what the first screen asks for. Returns how to call it off.
 */
export function whenStarted(work: () => void): () => void {
  let isOver = false;
  let cancelIdle = () => {};
  void begun.then(() => {
    if (!isOver) cancelIdle = whenIdle(work);
  });
  return () => {
    isOver = true;
    cancelIdle();
  };
}
