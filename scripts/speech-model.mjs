// `npm run speech:model -- get`: downloads the recommended speech recognition model, or installs one from a folder.
import { runCommandScript } from './command-script.mjs';

// Many offices reach the internet through a proxy that stands in the environment.
await runCommandScript('scripts/speech-model/run.ts', { env: { ...process.env, NODE_USE_ENV_PROXY: '1' } });
