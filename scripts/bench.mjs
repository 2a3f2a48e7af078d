// `npm run bench`: measures a build of the current sources, not an older one.
import { runNode } from './node-runtime.mjs';
import { ensureClient, ensurePackages } from './set-up.mjs';

try {
  await ensurePackages();
  await ensureClient();
  process.exitCode = await runNode(['bench/run.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
