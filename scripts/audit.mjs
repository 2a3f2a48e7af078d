// `npm run audit [-- weight lighthouse]`: what every screen weighs and what Lighthouse says of it, both by default; what
// follows the part goes to it: `npm run audit -- lighthouse --screen login --runs 5`.
import { runNode } from './node-runtime.mjs';
import { ensureClient, ensurePackages } from './set-up.mjs';

const scripts = { weight: 'bench/audit/weigh.ts', lighthouse: 'bench/audit/run.ts' };
const given = process.argv.slice(2);
const named = given.filter((each) => each in scripts);
const options = given.filter((each) => !(each in scripts));
// Options are Lighthouse's: who gives some asks for it alone.
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
