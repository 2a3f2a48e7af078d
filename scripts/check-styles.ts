// Part of `npm run check`: no unused classes and custom properties, and no undefined ones.
import { styleTroubles } from './style-troubles.ts';

const troubles = styleTroubles('tsconfig.app.json');
for (const each of troubles) console.error(each);
process.exitCode = troubles.length > 0 ? 1 : 0;
