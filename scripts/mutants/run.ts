// `npm run test:mutants [-- words of a title]`: plants one defect after the other in a copy of the tree and runs the
// tests that should find it. A defect that no test finds fails the run. A defect that makes a test run endless counts
// as found: the run is stopped after a limit far above what it needs.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PlantedDefect, plantedDefects } from './planted-defects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = join(root, '.cache', 'mutants');
const wanted = process.argv.slice(2).join(' ');
/**
 * Milliseconds. The test files that should find a defect take seconds; all tests related to a file may take 15 minutes.
 */
const limits = { run: 5 * 60_000, related: 40 * 60_000 };

const defects = plantedDefects.filter(({ title }) => title.includes(wanted));
copyTree();
// A test that fails without a defect proves nothing.
const broken = await failing(['run', ...new Set(defects.map(({ foundBy }) => foundBy))], limits.related);
if (broken) throw new Error(`${broken} fails without a defect`);
const unfound: string[] = [];
for (const defect of defects) {
  const finder = await plant(defect, () => finderOf(defect));
  if (!finder) unfound.push(defect.title);
  console.log(`${finder ? '✓' : '✗'} ${defect.title}: ${finder ?? 'no test finds it'}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(`Найдено ${defects.length - unfound.length} из ${defects.length}`);
process.exitCode = unfound.length > 0 ? 1 : 0;

/** The tree as git has it, changes included, with the packages of this one. */
function copyTree(): void {
  rmSync(copy, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = listed.stdout
    .toString()
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** Puts the defect into the copy for as long as `work` takes. */
async function plant<T>({ file, from, to }: PlantedDefect, work: () => Promise<T>): Promise<T> {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold exactly once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return await work();
  } finally {
    writeFileSync(path, text);
  }
}

async function finderOf({ file, foundBy }: PlantedDefect): Promise<string | undefined> {
  return (
    (await failing(['run', foundBy], limits.run)) ??
    (await failing(['related', '--run', '--bail', '1', file], limits.related))
  );
}

/**
 * Returns the first test file that fails, or a note if the run does not end; undefined if all pass. A run that fails
 * without naming a file is an error, not a find.
 */
async function failing(args: string[], limit: number): Promise<string | undefined> {
  // A group of its own: a worker in an endless loop does not notice that vitest has ended.
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let printed = '';
  for (const stream of [vitest.stdout, vitest.stderr])
    stream.setEncoding('utf8').on('data', (text) => (printed += text));
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    if (vitest.pid) process.kill(-vitest.pid, 'SIGKILL');
  };
  const timer = setTimeout(stop, limit);
  const interrupt = () => {
    stop();
    process.exit(130);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const [status] = await once(vitest, 'close');
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  clearTimeout(timer);
  if (status === 0) return undefined;
  const [, file] = /FAIL .*?(\S+\.test\.tsx?)/.exec(printed) ?? [];
  if (!file && isStopped) return `${args.at(-1)} runs without end`;
  if (!file) throw new Error(`vitest ${args.join(' ')} ended with ${status}:\n${printed}`);
  return file;
}
