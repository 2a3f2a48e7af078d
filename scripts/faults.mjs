// `npm run faults [-- --only name --repeat N --real-time --workers N]`: the whole fault matrix, with a real browser, a
// real server and a failing connection between them. A cell is a fault at a moment: `--only "network cut"`, `--only "·
// e"`. `npm run faults -- --nodes [--seconds 600 --seed 1]`: several servers, killed one after the other, some with
// their disks. `npm run faults -- recordings [words of a name]`: the result for each kind of recording beside the
// expected one.
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

const [first, ...words] = process.argv.slice(2);
const works = { recordings: judgeRecordings, '--nodes': runNodes };
const work = works[first] ?? runMatrix;
try {
  await ensurePackages();
  await work();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function judgeRecordings() {
  await ensurePrograms([programs.ffmpeg]);
  process.exitCode = await runNode(['tests/recordings/judge-all.ts', ...words]);
}

async function runNodes() {
  process.exitCode = await runNode(['tests/faults/nodes/run.ts', ...words]);
}

async function runMatrix() {
  const { values } = parseArgs({ options });
  const missing = await ensurePrograms(Object.values(programs));
  if (missing.includes(programs.chromium))
    await runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  await (values['real-time'] ? ensureClient() : ensureHastyClient());
  const flags = ['--config', 'faults.config.ts', '--workers', values.workers];
  if (values.only !== undefined) flags.push('--grep', escaped(values.only));
  if (values.repeat !== '1') flags.push('--repeat-each', values.repeat);
  const env = { ...process.env, ...(values['real-time'] && { FAULTS_REAL_TIME: '1' }) };
  process.exitCode = await runNode(['node_modules/@playwright/test/cli.js', 'test', ...flags], { env });
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
