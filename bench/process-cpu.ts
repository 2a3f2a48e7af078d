import { readdirSync, readFileSync } from 'node:fs';

/** Tick of the kernel's clock, in which it counts processor time. */
const tickMs = 10;

/** Processor time of a process with all its threads, in milliseconds. */
export function cpuOf(pid: number): number {
  const [user = 0, system = 0] = timesOf(pid);
  return (user + system) * tickMs;
}

/** The same of a process with its children, and of those that have ended. */
export function familyCpu(parent: number): number {
  const own = timesOf(parent).reduce((sum, ticks) => sum + ticks, 0) * tickMs;
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
  return children.reduce((sum, pid) => sum + cpuOf(pid), own);
}

const statOf = (pid: number) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};
const parentOf = (pid: number) => Number(statOf(pid)[1]);
/** Ticks in the process and in the kernel, and those of children that have ended. */
const timesOf = (pid: number) => statOf(pid).slice(11, 15).map(Number);
