// `node scripts/install-programs.mjs`: installs the programs that `npm test` needs, beforehand; `.ci/run` does so in
// parallel with its checks.
import { ensurePrograms, programs } from './system-programs.mjs';

await ensurePrograms(Object.values(programs));
