// `npm run secret:rotate`: another secret for tokens and addresses, beside the former one.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

try {
  await ensurePackages();
  process.exitCode = await runNode(['server/rotate-secret.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
