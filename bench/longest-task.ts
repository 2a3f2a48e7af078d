import type { Page } from '@playwright/test';

export interface Task {
  /** From its beginning to its end. */
  wallMs: number;
  /** How much of that the thread was at work: less on a machine that others use too. */
  cpuMs: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Runs something in a page, and finds the longest task of the page's main thread meanwhile. */
export async function longestTask(page: Page, run: () => Promise<void>): Promise<Task> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own to trace');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await run();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const threads = new Set(main.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = trace.traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && threads.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('The trace holds no task of the page');
  const longest = tasks.reduce((one, other) => ((other.dur ?? 0) > (one.dur ?? 0) ? other : one));
  return { wallMs: (longest.dur ?? 0) / 1000, cpuMs: (longest.tdur ?? 0) / 1000 };
}
