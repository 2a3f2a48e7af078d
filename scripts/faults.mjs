// `npm run faults [-- --only name --repeat N --real-time --workers N]`: the whole fault matrix, on a real browser, a real
// server and a line between them that fails. Each cell is a fault at a moment: `--only "network cut"`, `--only "· e"`.
import { parseArgs } from 'node:util';
import { runNode } from './node-runtime.mjs';
import { ensureClient, ensureHastyClient, ensurePackages } from './set-up.mjs';
import { ensurePrograms, programs } from './system-programs.mjs';

const options = {
  only: { type: 'string' },
  repeat: { type: 'string', default: '1' },
  'real-time': { type: 'boolean', default: false },
  workers: { type: 'string', default: '2' },
};

try {
  const { values } = parseArgs({ options });
  await ensurePackages();
  const missing = await ensurePrograms(Object.values(programs));
  if (missing.includes(programs.chromium))
    await runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  await (values['real-time'] ? ensureClient() : ensureHastyClient());
  const flags = ['--config', 'faults.config.ts', '--workers', values.workers];
  if (values.only !== undefined) flags.push('--grep', escaped(values.only));
  if (values.repeat !== '1') flags.push('--repeat-each', values.repeat);
  const env = { ...process.env, ...(values['real-time'] && { FAULTS_REAL_TIME: '1' }) };
  process.exitCode = await runNode(['node_modules/@playwright/test/cli.js', 'test', ...flags], { env });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
