// `npm run backup`: copies database, files and secret to a folder or S3.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

try {
  await ensurePackages();
  process.exitCode = await runNode(['server/backup.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
