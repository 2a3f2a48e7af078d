// `npm run restore`: fills a fresh installation from a backup.
import { runCommandScript } from './command-script.mjs';

await runCommandScript('server/restore.ts');
