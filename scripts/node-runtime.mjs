// The project's own Node, whatever Node runs npm. Works on Node 20 with the standard library alone.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const bundled = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
);

/** Returns the path of Node 24: the project's own, or that of this process if it is not installed. */
export function nodePath() {
  return existsSync(bundled) ? bundled : process.execPath;
}

let isInterrupted = false;

/**
 * Runs a command to its end with this terminal as its own, and passes SIGINT and SIGTERM on. After one of them nothing
 * more is started: whoever stops `npm test` stops all of it, not the part that just runs.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} the exit code; 128 + 1 for a death by signal
 */
export function run(command, args, options = {}) {
  if (isInterrupted) return Promise.reject(new Error('Прервано'));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const pass = (signal) => {
      isInterrupted = true;
      child.kill(signal);
    };
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      resolve(code ?? 129);
    });
  });
}

/** Runs Node 24 with these arguments. */
export function runNode(args, options) {
  return run(nodePath(), args, options);
}
