/** Delay after which the work runs without a frame, in milliseconds: a hidden page paints no frames. */
const lateMs = 250;

/** Runs work that a key need not wait for once the next frame is painted. Returns a function that cancels it. */
export function afterFrame(work: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    clearTimeout(late);
  };
  const run = () => {
    cancel();
    work();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = setTimeout(run, lateMs);
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return cancel;
}
