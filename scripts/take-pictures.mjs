// `npm run pictures [-- name …]`: the pictures of docs/guide and of README, all of them or those named, from the app as
// it is built of these sources.
import { runNode } from './node-runtime.mjs';
import { ensureClient, ensurePackages } from './set-up.mjs';
import { ensurePrograms, programs } from './system-programs.mjs';

try {
  await ensurePackages();
  const missing = await ensurePrograms([programs.ffmpeg, programs.chromium, programs.poppler]);
  if (missing.includes(programs.chromium))
    await runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  await ensureClient();
  process.exitCode = await runNode(['tests/pictures/take.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
