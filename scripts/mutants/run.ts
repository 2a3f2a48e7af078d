// `npm run test:mutants [-- words of a title]`: plants one defect after the other in a copy of the tree and runs the tests
// that should find it. A defect that no test finds fails the run.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PlantedDefect, plantedDefects } from './planted-defects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = join(root, '.cache', 'mutants');
const wanted = process.argv.slice(2).join(' ');

const defects = plantedDefects.filter(({ title }) => title.includes(wanted));
copyTree();
// A test that fails anyway finds nothing.
const broken = failing(['run', ...new Set(defects.map(({ foundBy }) => foundBy))]);
if (broken) throw new Error(`${broken} fails without a defect`);
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
  return failing(['run', foundBy]) ?? failing(['related', '--run', '--bail', '1', file]);
}

/** The first test file that fails, or undefined where all pass. A run that fails without one is an error, no find. */
function failing(args: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status === 0) return undefined;
  const [, file] = /FAIL .*?(\S+\.test\.tsx?)/.exec(stdout + stderr) ?? [];
  if (!file) throw new Error(`vitest ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return file;
}
