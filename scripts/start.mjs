// `npm start`: from a fresh clone to a running server with one command.
import { runNode } from './node-runtime.mjs';
import { ensureClient, ensurePackages } from './set-up.mjs';
import { ensurePrograms, programs } from './system-programs.mjs';

try {
  await ensurePackages();
  // A check changes nothing, and may run beside a server that serves what is built.
  if (!process.argv.includes('--check-config')) {
    await ensurePrograms([programs.ffmpeg]);
    await ensureClient();
  }
  process.exitCode = await runNode(['server/main.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
