// `npm run restore`: fills a fresh installation from a backup.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

try {
  await ensurePackages();
  process.exitCode = await runNode(['server/restore.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
