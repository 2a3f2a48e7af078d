// `npm run test:mutants [-- words of a title]`: plants one defect after the other in a copy of the tree and runs the tests
// that should find it. A defect that no test finds fails the run.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PlantedDefect, plantedDefects } from './planted-defects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = join(root, '.cache', 'mutants');
const wanted = process.argv.slice(2).join(' ');

const defects = plantedDefects.filter(({ title }) => title.includes(wanted));
copyTree();
// A test that fails anyway finds nothing.
if (fails(['run', ...new Set(defects.map(({ foundBy }) => foundBy))], true))
  throw new Error('Tests fail without a defect');
const unfound: string[] = [];
for (const defect of defects) {
  const finder = plant(defect, () => finderOf(defect));
  if (!finder) unfound.push(defect.title);
  console.log(`${finder ? '✓' : '✗'} ${defect.title}: ${finder ?? 'no test finds it'}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(`Найдено ${defects.length - unfound.length} из ${defects.length}`);
process.exitCode = unfound.length > 0 ? 1 : 0;

/** The tree as git has it, changes included, with the packages of this one. */
function copyTree(): void {
  rmSync(copy, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed.stdout.toString().trim().split('\n')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** Puts the defect into the copy for as long as `work` takes. */
function plant<T>({ file, from, to }: PlantedDefect, work: () => T): T {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold exactly once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return work();
  } finally {
    writeFileSync(path, text);
  }
}

function finderOf({ file, foundBy }: PlantedDefect): string | undefined {
  if (fails(['run', foundBy])) return foundBy;
  return fails(['related', '--run', '--bail', '1', file]) ? `another test than ${foundBy}` : undefined;
}

function fails(args: string[], says = false): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  // A test that cannot even be found is no test that fails.
  if (/No test files found/.test(stdout + stderr)) throw new Error(`No test: ${args.join(' ')}`);
  if (says && status !== 0) console.error(stdout + stderr);
  return status !== 0;
}
