import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** A third of the weight: requests come first, and a document still gets on where a machine has too much to do. */
const lower = 5;
const lowest = 19;

/**
 * Gives this thread less of a busy processor than the server's own thread gets. Linux keeps a priority for each thread and
 * tells its number in /proc; elsewhere all threads stay alike.
 */
export function yieldToServer(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, Math.min(lowest, getPriority(thread) + lower));
  } catch {
    // No Linux, or no right to: documents are written all the same.
  }
}
