// `npm run admin:create`: adds an administrator, asked for at the terminal or given by the environment.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

try {
  await ensurePackages();
  process.exitCode = await runNode(['server/create-admin.ts']);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
