// `node scripts/install-programs.mjs`: the programs of `npm test`, for who wants them before it, as `.ci/run` does beside its checks.
import { ensurePrograms, programs } from './system-programs.mjs';

await ensurePrograms(Object.values(programs));
