// `npm run audit [-- weight lighthouse]`: measures the weight of every screen, and runs Lighthouse on it; both by
// default. Arguments after the part are passed on to it: `npm run audit -- lighthouse --screen login --runs 5`.
import { runNode } from './node-runtime.mjs';
import { ensureClient, ensurePackages } from './set-up.mjs';

const scripts = { weight: 'bench/audit/weigh.ts', lighthouse: 'bench/audit/run.ts' };
const given = process.argv.slice(2);
const named = given.filter((each) => each in scripts);
const options = given.filter((each) => !(each in scripts));
// Options are Lighthouse's: options without a part run Lighthouse alone.
const parts = named.length > 0 ? named : options.length > 0 ? ['lighthouse'] : Object.keys(scripts);

try {
  await ensurePackages();
  await ensureClient();
  const codes = [];
  for (const part of parts) codes.push(await runNode([scripts[part], ...(part === 'lighthouse' ? options : [])]));
  process.exitCode = Math.max(...codes);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
