import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measurePrograms } from './media-tools.ts';
import { runTool, type ToolOptions } from './run-tool.ts';

const MiB = 1024 ** 2;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-tool-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (command: string, args: string[], options: Partial<ToolOptions> = {}) =>
  runTool(command, args, { signal: new AbortController().signal, ...options });

test('a program that takes too much memory fails', async () => {
  const take = ['if=/dev/zero', 'of=/dev/null', `bs=${256 * MiB}`, 'count=1'];
  expect((await run('dd', take, { maxMemory: 1024 * MiB })).code).toBe(0);
  const refused = await run('dd', take, { maxMemory: 128 * MiB });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/memory/);
});

test('a program that writes too large a file is ended', async () => {
  const path = join(folder, 'large');
  const write = ['if=/dev/zero', `of=${path}`, `bs=${MiB}`, 'count=8'];
  expect((await run('dd', write, { maxFile: 8 * MiB })).code).toBe(0);
  expect((await run('dd', write, { maxFile: 2 * MiB })).code).not.toBe(0);
  expect((await stat(path)).size).toBe(2 * MiB);
});

test('a program with too much output, a stall or a timeout is ended for that reason', async () => {
  expect((await run('yes', [], { maxOutput: 1000 })).endedFor).toBe('output');
  expect((await run('sleep', ['60'], { timeoutMs: 50 })).endedFor).toBe('timeout');
  expect((await run('sleep', ['60'], { stallMs: 50, onLine: () => true })).endedFor).toBe('stall');
});

test('the child processes of a program end with it', async () => {
  // Were it left alive, the output would stay open until the child ends.
  const result = await run('sh', ['-c', 'sleep 3600 & wait'], { timeoutMs: 200 });
  expect(result).toMatchObject({ endedFor: 'timeout', killedBy: 'SIGKILL' });
});

test('the peak memory of a program is measured', async () => {
  const [use, stop] = [{ memory: 0 }, new AbortController()];
  const endless = ['if=/dev/zero', 'of=/dev/null', `bs=${64 * MiB}`];
  const running = measurePrograms(use, () => run('dd', endless, { signal: stop.signal }));
  await expect.poll(() => use.memory).toBeGreaterThan(64 * MiB);
  stop.abort();
  await expect(running).rejects.toThrow();
  expect(use.memory).toBeLessThan(128 * MiB);
});

test('a program has a lower priority, and is the first to go when memory runs out', async () => {
  const looks = ['-c', 'until grep -q 1000 /proc/self/oom_score_adj; do sleep 0.01; done; nice'];
  expect((await run('sh', looks, { timeoutMs: 20_000 })).stdout.toString()).toBe('10\n');
});
