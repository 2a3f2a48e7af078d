// `npm run recordings [-- words of a name]`: makes the set of realistic recordings with ffmpeg, in .cache/recordings.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';
import { ensurePrograms, programs } from './system-programs.mjs';

try {
  await ensurePackages();
  await ensurePrograms([programs.ffmpeg]);
  process.exitCode = await runNode(['tests/recordings/make-all.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
