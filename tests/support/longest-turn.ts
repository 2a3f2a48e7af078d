/** Processor time of this thread, in milliseconds: waiting for a busy machine does not count. */
export function spentHere(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** What the work took of this thread, in milliseconds of its processor time, and its longest turn without a break. */
export type Turns<T> = { result: T; longest: number; total: number };

/** Does the work, and measures how long others in this thread had to wait meanwhile. */
export async function measureTurns<T>(work: () => Promise<T>): Promise<Turns<T>> {
  const started = spentHere();
  let [last, longest, isDone] = [started, 0, false];
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    const now = spentHere();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return { result: await working, longest, total: last - started };
}
