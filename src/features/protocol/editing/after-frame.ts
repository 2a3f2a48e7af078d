/** A page that is not shown paints no frames. */
const lateMs = 250;

/** Does what a key need not wait for, once the frame that answers it is painted. Returns how to call it off. */
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
