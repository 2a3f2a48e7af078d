// `npm run speech:model -- get`: fetches the recommended model of speech recognition, or takes one that was brought.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

try {
  await ensurePackages();
  // Many offices reach the internet through a proxy that stands in the environment.
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1' };
  process.exitCode = await runNode(['scripts/speech-model/run.ts', ...process.argv.slice(2)], { env });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
