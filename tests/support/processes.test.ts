import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { until } from './processes.ts';

test('a child process ends with its parent, also after an unhandled rejection', async () => {
  const program = `
    const { spawnGroup } = await import('./tests/support/processes.ts');
    console.log(spawnGroup(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {}).pid);
    void Promise.reject(new Error('nobody awaits it'));
  `;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const { stdout, stderr } = await run.catch((failure: { stdout: string; stderr: string }) => failure);
  expect(stderr).toContain('nobody awaits it');
  const pid = Number(stdout);
  expect(pid).toBeGreaterThan(0);
  await until(() => (isRunning(pid) ? undefined : true), `the end of process ${pid}`);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
