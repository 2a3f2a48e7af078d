// `npm run admin:create`: adds an administrator, asked for at the terminal or given by the environment.
import { runCommandScript } from './command-script.mjs';

await runCommandScript('server/create-admin.ts');
