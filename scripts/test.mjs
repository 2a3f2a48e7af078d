// `npm test [-- unit app api engines e2e]`: installs what is missing and runs these parts, all of them by default. What
// stands behind `e2e` goes to Playwright: `npm run e2e -- main-job --repeat-each 20`. An engine that cannot be had is named
// and left out, but where ALL_ENGINES says that none may be.
import { forgetFailures, listedFailures } from './list-failures.mjs';
import { runNode } from './node-runtime.mjs';
import { ensureClient, ensureHastyClient, ensurePackages } from './set-up.mjs';
import { engines, ensurePrograms, programs } from './system-programs.mjs';

const vitestParts = ['unit', 'app', 'api'];
const given = process.argv.slice(2);
const end = given.includes('e2e') ? given.indexOf('e2e') + 1 : given.length;
const asked = given.slice(0, end);
const known = [...vitestParts, 'engines', 'e2e'];
const parts = asked.length > 0 ? asked : known;

/** Runs the parts one after the other, each to its end, so that one run shows every failure. */
async function runParts(tried) {
  const failed = [];
  forgetFailures();
  const projects = vitestParts.filter((part) => parts.includes(part));
  if (projects.length > 0) {
    const flags = projects.flatMap((project) => ['--project', project]);
    flags.push('--reporter=default', '--reporter=./scripts/list-failures.mjs');
    if ((await runNode(['node_modules/vitest/vitest.mjs', 'run', ...flags])) !== 0) failed.push(projects.join(', '));
  }
  if (tried.length > 0) {
    const names = tried.map((engine) => `${engine}:`).join('|');
    const flags = ['--config', 'engines.config.ts', '--grep', names];
    if ((await runNode(['node_modules/@playwright/test/cli.js', 'test', ...flags])) !== 0) failed.push('engines');
  }
  if (parts.includes('e2e')) {
    if ((await runNode(['node_modules/@playwright/test/cli.js', 'test', ...given.slice(end)])) !== 0)
      failed.push('e2e');
  }
  return failed;
}

try {
  const unknown = parts.filter((part) => !known.includes(part));
  if (unknown.length > 0) throw new Error(`Нет такой части тестов: ${unknown.join(', ')}. Есть: ${known.join(', ')}.`);
  await ensurePackages();
  const asksEngines = parts.includes('engines');
  const missing = await ensurePrograms(Object.values({ ...programs, ...(asksEngines && engines) }));
  if (missing.includes(programs.chromium))
    await runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  await ensureClient();
  if (parts.includes('e2e')) await ensureHastyClient();
  const tried = Object.keys(engines).filter((name) => process.env.ALL_ENGINES || !missing.includes(engines[name]));
  const failed = await runParts(asksEngines ? tried : []);
  if (failed.length > 0) console.error(listedFailures());
  if (failed.length > 0) throw new Error(`Не прошли: ${failed.join('; ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
