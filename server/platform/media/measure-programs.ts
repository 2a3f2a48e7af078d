import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';

/** Peak memory of the largest of some programs, in bytes; 0 where the system does not tell. */
export type ProgramUse = { memory: number };

const used = new AsyncLocalStorage<ProgramUse>();
const lookEveryMs = 100;

/** Records in `use` what the programs that run within `work` take. */
export function measurePrograms<T>(use: ProgramUse, work: () => Promise<T>): Promise<T> {
  return used.run(use, work);
}

/** Measures a program if `measurePrograms` is active. @returns a function that ends it */
export function watchMemory(pid: number | undefined): () => void {
  const use = used.getStore();
  if (!use || pid === undefined || process.platform !== 'linux') return () => undefined;
  const look = () => {
    use.memory = Math.max(use.memory, mostMemoryOf(pid));
  };
  const timer = setInterval(look, lookEveryMs);
  return () => clearInterval(timer);
}

/** The kernel reports the peak of a process, so nothing between two samples is missed, except after the last one. */
function mostMemoryOf(pid: number): number {
  try {
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // It has ended.
    return 0;
  }
}
