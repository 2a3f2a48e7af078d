import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ThreadPool } from './thread-pool.ts';

const code = `import { threadId } from 'node:worker_threads';
export function work(what) {
  if (what === 'for ever') for (;;);
  if (what === 'exit') process.exit(3);
  if (what === 'throw') throw new TypeError('no such font');
  if (what === 'eat') for (const all = []; ; ) all.push(new Array(100_000).fill(what));
  return threadId;
}`;

let folder: string;
let pool: ThreadPool<string, number>;
const poolOf = (own: { timeLimitMs?: number | ((task: string) => number); heapMb?: number; idleMs?: number }) => {
  const script = pathToFileURL(join(folder, 'work.mjs'));
  return new ThreadPool<string, number>({ name: 'test', script, task: 'work', ...own });
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-threads-'));
  await writeFile(join(folder, 'work.mjs'), code);
  pool = poolOf({ heapMb: 32 });
});
afterEach(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

test.each([
  ['exit', /exited with code: 3/],
  ['throw', /no such font/],
  ['eat', /memory/],
])('a task that ends by «%s» fails alone, and the next in the queue runs', async (what, message) => {
  const [broken, next] = await Promise.allSettled([pool.run(what), pool.run('next')]);
  expect(broken).toEqual({
    status: 'rejected',
    reason: expect.objectContaining({ message: expect.stringMatching(message) }),
  });
  expect(next).toEqual({ status: 'fulfilled', value: expect.any(Number) });
});

test('a task that is aborted ends with its thread, and rejects with the reason', async () => {
  const first = await pool.run('next');
  const stop = new AbortController();
  const aborted = pool.run('for ever', stop.signal);
  const waits = pool.run('next', new AbortController().signal);
  stop.abort(new Error('The server stops'));
  await expect(aborted).rejects.toThrow('The server stops');
  expect(await waits).not.toBe(first);
  await expect(pool.run('next', stop.signal)).rejects.toThrow('The server stops');
});

test('tasks of one person do not block others: whoever had a turn longest ago is next', async () => {
  const { signal: gone } = new AbortController();
  const done: string[] = [];
  const run = (of: string) => pool.run('next', undefined, { id: of, disconnected: gone }).then(() => done.push(of));
  await Promise.all([...['Анна', 'Анна', 'Анна', 'Борис', 'Анна', 'Борис', 'Вера'].map(run), pool.run('next')]);
  expect(done).toEqual(['Анна', 'Борис', 'Вера', 'Анна', 'Борис', 'Анна', 'Анна']);
});

test('a task whose client is gone leaves the queue; a running one continues', async () => {
  const leaver = new AbortController();
  const asker = { id: 'Анна', disconnected: leaver.signal };
  const [running, waits] = [pool.run('next', undefined, asker), pool.run('for ever', undefined, asker)];
  leaver.abort(new Error('Gone'));
  await expect(waits).rejects.toThrow('Gone');
  expect(await running).toEqual(expect.any(Number));
  await expect(pool.run('next', undefined, asker)).rejects.toThrow('Gone');
  expect(await pool.run('next')).toEqual(expect.any(Number));
});

test('a task that exceeds the time limit fails', async () => {
  const hasty = poolOf({ timeLimitMs: (task) => (task === 'for ever' ? 500 : 60_000) });
  await expect(hasty.run('for ever')).rejects.toThrow('The test thread gave no answer within 500 ms');
  expect(await hasty.run('next')).toEqual(expect.any(Number));
  await hasty.close();
});

test('a queued task has its whole time limit from its turn on, and can be aborted before', async () => {
  // Fake timers: a thread that replaces a late one may take longer to start than a task may take here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hasty = poolOf({ timeLimitMs: 500 });
  const stop = new AbortController();
  const late = expect(hasty.run('for ever')).rejects.toThrow('within 500 ms');
  const aborted = expect(hasty.run('for ever', stop.signal)).rejects.toThrow('The person left');
  const waits = hasty.run('next');
  stop.abort(new Error('The person left'));
  await aborted;
  vi.advanceTimersByTime(500);
  await late;
  expect(await waits).toEqual(expect.any(Number));
  await hasty.close();
});

test('closing the pool fails the running tasks', async () => {
  const running = pool.run('for ever');
  const rejected = expect(running).rejects.toThrow('Terminating');
  await pool.close();
  await rejected;
});

test('a thread that misses its termination is terminated again', async () => {
  await pool.run('next');
  const terminate = vi.spyOn(Worker.prototype, 'terminate').mockResolvedValueOnce(0);
  await pool.close();
  expect(terminate.mock.calls.length).toBeGreaterThan(1);
  terminate.mockRestore();
});

test('idle threads end after a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const idle = poolOf({ idleMs: 60_000 });
    const first = await idle.run('next');
    vi.advanceTimersByTime(59_000);
    expect(await idle.run('next')).toBe(first);
    vi.advanceTimersByTime(60_000);
    expect(await idle.run('next')).not.toBe(first);
    await idle.close();
  } finally {
    vi.useRealTimers();
  }
});
