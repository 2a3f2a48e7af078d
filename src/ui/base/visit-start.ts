import { whenIdle } from './hooks.ts';

/** Milliseconds after which the start of a visit counts as over, whatever its screen still waits for. */
const longestStart = 5000;

let endBeginning = () => {};
const begun = new Promise<void>((resolve) => {
  endBeginning = resolve;
  setTimeout(resolve, longestStart);
});

/** Ends the start of the visit: the first screen has its data, so that preloading may begin. */
export function endVisitStart(): void {
  endBeginning();
}

/**
 * Does work that is not urgent once the start of the visit is over and the page is idle: preloading would take
 * bandwidth from the requests of the first screen. Returns a function that cancels it.
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
