import { readFile } from 'node:fs/promises';

/** Memory of processes in MiB as the kernel counts it: shared pages in equal parts. Ended ones count nothing. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const sizes = pids.map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Watches how much memory grows over what it is now; the returned function ends it and resolves with the most. */
export async function watchGrowth(
  measure: () => Promise<number>,
  everyMs = 250,
): Promise<{ atRest: number; peak(): Promise<number> }> {
  const atRest = await measure();
  let most = atRest;
  let watching = true;
  const watched = (async () => {
    while (watching) {
      most = Math.max(most, await measure());
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  return {
    atRest,
    async peak() {
      watching = false;
      await watched;
      return Math.max(most, await measure()) - atRest;
    },
  };
}
