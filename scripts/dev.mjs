// `npm run dev`: the server restarting on change, and Vite with its proxy to it.
import { runNode } from './node-runtime.mjs';
import { ensurePackages } from './set-up.mjs';

await ensurePackages();
const codes = await Promise.all([
  runNode(['--watch-path=server', '--watch-path=contract', 'server/main.ts']),
  runNode(['node_modules/vite/bin/vite.js']),
]);
process.exitCode = Math.max(...codes);
