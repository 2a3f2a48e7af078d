// Part of `npm run check`: no unused classes and custom properties, and no undefined ones.
import { styleProblems } from './style-problems.ts';

const problems = styleProblems('tsconfig.app.json');
for (const each of problems) console.error(each);
process.exitCode = problems.length > 0 ? 1 : 0;
