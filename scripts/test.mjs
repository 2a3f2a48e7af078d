// `npm test [-- unit app api engines e2e] [--times] [--coverage] [--repeat 5] [--shuffle] [--seed 7]`: installs what is
// missing and runs these parts, by default all that belong to the level; `npm run test:long` is `--long`. Arguments
// after `e2e` go to Playwright: `npm run e2e -- main-job --repeat-each 20`. docs/testing.md says what belongs where.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { forgetFailures, listedFailures } from './list-failures.mjs';
import { makeTemporaryFolder } from './memory-folder.mjs';
import { nodePath, root, run } from './node-runtime.mjs';
import { ensureClient, ensureHastyClient, ensurePackages } from './set-up.mjs';
import { engines, ensurePrograms, longPrograms, programs } from './system-programs.mjs';

const vitestParts = ['unit', 'app', 'api'];
const known = [...vitestParts, 'engines', 'e2e'];

const given = process.argv.slice(2);
const end = given.includes('e2e') ? given.indexOf('e2e') + 1 : given.length;
const { values: flags, positionals } = parseArgs({
  args: given.slice(0, end),
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    shuffle: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const timesFolder = join(root, '.cache', 'times');
const forPlaywright = given.slice(end);
const parts = positionals.length > 0 ? positionals : flags.long ? known : [...vitestParts, 'e2e'];

const temporary = makeTemporaryFolder();
/** The folder of the demo data that the servers of all parts start with (tests/support/demo-data.ts). */
const demoData = join(temporary.folder, 'demo');
mkdirSync(demoData);

const env = {
  ...process.env,
  TMPDIR: temporary.folder,
  TEST_DEMO_DATA: demoData,
  ...(flags.long && { TEST_LEVEL: 'long' }),
  ...(flags.times && { TEST_TIMES: timesFolder }),
  // All processes of the tests, servers too, share one compile cache.
  NODE_COMPILE_CACHE: join(root, '.cache', 'compile-cache'),
};
/** The bundled server, for all the processes that the tests start. */
async function bundleServer() {
  if ((await runNode(['scripts/bundle-server.ts'])) !== 0) throw new Error('Сервер не собрался: причина выше.');
  env.TEST_SERVER_BUNDLE = join(root, '.cache', 'server');
}

const runNode = (args) => run(nodePath(), args, { env });
// Starting a program on Linux copies the page table of the worker: with large pages this takes a third of the time.
const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };
const vitest = (args) =>
  run(nodePath(), ['node_modules/vitest/vitest.mjs', 'run', ...args], { env: { ...env, ...largePages } });
const playwright = (args) => runNode(['node_modules/@playwright/test/cli.js', 'test', ...args]);

async function runVitest(projects, seed) {
  const reporters = ['default', './scripts/list-failures.mjs'];
  if (flags.times) reporters.push('./scripts/times/vitest-times.ts');
  if (!flags.long && projects.length === vitestParts.length) reporters.push('./scripts/held-sentences.mjs');
  const order = flags.shuffle
    ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
    : [];
  return vitest([
    ...projects.flatMap((project) => ['--project', project]),
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    ...order,
    ...(flags.coverage ? ['--coverage'] : []),
  ]);
}

async function runBrowserTests(seed) {
  const reporters = flags.times ? ['--reporter', 'list,./scripts/times/playwright-times.ts'] : [];
  if (!flags.shuffle) return playwright([...forPlaywright, ...reporters]);
  // Playwright cannot shuffle: the files are run in three groups, each chosen at random.
  const place = (file) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const files = readdirSync(join(root, 'tests', 'e2e')).sort((a, b) => (place(a) < place(b) ? -1 : 1));
  const size = Math.ceil(files.length / 3);
  let code = 0;
  for (let from = 0; from < files.length; from += size) {
    const group = files.slice(from, from + size);
    const args = [...group, ...forPlaywright, ...reporters, '--pass-with-no-tests'];
    code = (await playwright(args)) || code;
  }
  return code;
}

/** Runs the parts one after the other, each to its end, so that one run shows every failure. */
async function runParts(triedEngines, seed) {
  const failed = [];
  const projects = vitestParts.filter((part) => parts.includes(part));
  if (projects.length > 0 && (await runVitest(projects, seed)) !== 0) failed.push(projects.join(', '));
  if (triedEngines.length > 0) {
    const names = triedEngines.map((engine) => `${engine}:`).join('|');
    if ((await playwright(['--config', 'engines.config.ts', '--grep', names])) !== 0) failed.push('engines');
  }
  if (parts.includes('e2e') && (await runBrowserTests(seed)) !== 0) failed.push('e2e');
  return failed;
}

try {
  const unknown = parts.filter((part) => !known.includes(part));
  if (unknown.length > 0) throw new Error(`Нет такой части тестов: ${unknown.join(', ')}. Есть: ${known.join(', ')}.`);
  await ensurePackages();
  const asksEngines = parts.includes('engines');
  const wanted = { ...programs, ...(flags.long && longPrograms), ...(asksEngines && engines) };
  const missing = await ensurePrograms(Object.values(wanted));
  if (missing.includes(programs.chromium))
    await runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  await ensureClient();
  await runNode(['scripts/make-database-archive.ts']);
  if (parts.some((part) => part !== 'unit' && part !== 'app')) await bundleServer();
  if (flags.long) await ensureHastyClient();
  const tried = Object.keys(engines).filter((name) => process.env.ALL_ENGINES || !missing.includes(engines[name]));
  rmSync(timesFolder, { recursive: true, force: true });
  forgetFailures();
  const failed = new Set();
  const rounds = Number(flags.repeat);
  for (let round = 0; round < rounds; round += 1) {
    const seed = Number(flags.seed) + round;
    if (rounds > 1 || flags.shuffle) console.log(`Прогон ${round + 1} из ${rounds}, --seed ${seed}`);
    for (const part of await runParts(asksEngines ? tried : [], seed)) failed.add(part);
  }
  if (flags.times) await runNode(['scripts/times/print-times.ts']);
  if (failed.size > 0) console.error(listedFailures());
  if (failed.size > 0) throw new Error(`Не прошли: ${[...failed].join('; ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  temporary.remove();
}
