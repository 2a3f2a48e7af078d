// `npm run check`: format, lint, types, layers, dead code and dead styles. Runs all checks, at least two at a time,
// prints the output of each when it ends, and names those that failed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { nodePath, root } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

const layered = ['contract', 'src', 'server', 'scripts', 'tests', 'bench'];
/** The longest first, so that none is left alone at the end. */
const checks = [
  ['типы: сервер', ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.node.json']],
  [
    'слои',
    ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs', ...layered],
  ],
  ['типы: тесты страницы', ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.tests.json']],
  ['типы: страница', ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.app.json']],
  ['неиспользуемый код', ['node_modules/knip/bin/knip.js']],
  ['формат и правила', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']],
  [
    'кольца папок',
    [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.folders.cjs',
      'src',
      'server',
    ],
  ],
  ['типы: service worker', ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.worker.json']],
  ['неиспользуемые стили', ['scripts/check-styles.ts']],
  ['шаги сетки', ['scripts/check-scale.ts']],
  ['слова', ['scripts/check-words.ts']],
];

/** Resolves with the exit code once the check has ended and its output is printed. */
function runCheck(name, command) {
  return new Promise((resolve, reject) => {
    const child = spawn(nodePath(), command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
    child.once('error', reject);
    child.once('close', (code) => {
      console.log(`— ${name}`);
      process.stdout.write(Buffer.concat(output));
      resolve(code);
    });
  });
}

await ensurePackages();
const left = [...checks];
const failed = [];
const runNext = async () => {
  for (let check = left.shift(); check; check = left.shift()) {
    const [name, command] = check;
    if ((await runCheck(name, command)) !== 0) failed.push(name);
  }
};
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runNext));
if (failed.length > 0) console.error(`Не прошли проверки: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
