// `npm run migrate`: brings the database up to date.
import { runCommandScript } from './command-script.mjs';

await runCommandScript('server/migrate.ts');
