// A part of `npm run check`: no class and no custom property that nobody needs, and none that is not there.
import { styleTroubles } from './style-troubles.ts';

const troubles = styleTroubles('tsconfig.app.json');
for (const each of troubles) console.error(each);
process.exitCode = troubles.length > 0 ? 1 : 0;
