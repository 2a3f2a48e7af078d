// `npm run backup`: copies database, files and secret to a folder or S3.
import { runCommandScript } from './command-script.mjs';

await runCommandScript('server/backup.ts');
