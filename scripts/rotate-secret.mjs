// `npm run secret:rotate`: another secret for tokens and addresses, beside the former one.
import { runCommandScript } from './command-script.mjs';

await runCommandScript('server/rotate-secret.ts');
