// Runs a script with the project's own Node (node@24, a dev dependency): `node scripts/run.mjs file.ts [arguments]`.
import { runNode } from './node-runtime.mjs';

const [script, ...rest] = process.argv.slice(2);
process.exitCode = await runNode([script, ...rest]);
