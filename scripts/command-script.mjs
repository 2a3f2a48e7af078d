// Shared by the commands that run beside the server.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

/**
 * Installs what is missing and runs a script with the arguments of this command; what went wrong is the exit code.
 * @param {string} script
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function runCommandScript(script, options) {
  try {
    await ensurePackages();
    process.exitCode = await runNode([script, ...process.argv.slice(2)], options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
