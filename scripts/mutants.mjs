// `npm run test:mutants`: whether the tests find twenty planted defects.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';
import { ensurePrograms, programs } from './system-programs.mjs';

try {
  await ensurePackages();
  await ensurePrograms(Object.values(programs));
  process.exitCode = await runNode(['scripts/mutants/run.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
