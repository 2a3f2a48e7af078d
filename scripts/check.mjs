// `npm run check`: format, lint, types, layers, dead code and dead styles. Runs every check and names those that failed.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

const layered = ['contract', 'src', 'server', 'scripts', 'tests', 'bench'];
const checks = [
  ['формат и правила', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']],
  ['типы: страница', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.app.json']],
  ['типы: тесты страницы', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.tests.json']],
  ['типы: service worker', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.worker.json']],
  ['типы: сервер', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.node.json']],
  [
    'слои',
    ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs', ...layered],
  ],
  ['неиспользуемый код', ['node_modules/knip/bin/knip.js']],
  ['неиспользуемые стили', ['scripts/check-styles.ts']],
];

await ensurePackages();
const failed = [];
for (const [name, command] of checks) {
  console.log(`— ${name}`);
  if ((await runNode(command)) !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`Не прошли проверки: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
