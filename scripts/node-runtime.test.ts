import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const source = new URL('./node-runtime.mjs', import.meta.url).href;
const script = `
  import { run } from '${source}';
  const say = (word) => run(process.execPath, ['-e', word === 'first' ? 'console.log("first"); setInterval(() => {}, 1e6)' : 'console.log("second")']);
  try { await say('first'); await say('second'); } catch (error) { console.log(error.message); }
`;

test.each(['SIGINT', 'SIGTERM'] as const)('after %s no further command is started', async (signal) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    if (output === 'first\n') child.kill(signal);
  });
  await once(child, 'close');
  expect(output).toBe('first\nПрервано\n');
});
