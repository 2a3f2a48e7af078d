import { parseArgs } from 'node:util';
import { measureColdStart } from './cold-start.ts';
import { measureHour } from './hour.ts';
import { measureLine } from './line.ts';
import { measureList } from './list.ts';
import { measureLongLists } from './long-lists.ts';
import { measureMemory } from './memory.ts';
import { measureMonth } from './month.ts';
import { measurePdf } from './pdf.ts';
import { measureReady } from './ready.ts';
import { measureStart } from './start.ts';
import { measureStatistics } from './statistics.ts';
import { measureSummary } from './summary.ts';
import { type Figure, printTable } from './table.ts';
import { measureTyping } from './typing.ts';
import { measureUpload } from './upload.ts';
import { measureUsers } from './users.ts';
import { measureVisits } from './visits.ts';
import { measureWeight } from './weight.ts';

// `npm run bench [-- upload line memory start visits cold weight list month rows typing ready summary pdf stats users hour]`: every figure
// beside its reference, in one run.
const benches: Record<string, () => Promise<Figure[]>> = {
  upload: measureUpload,
  line: measureLine,
  memory: measureMemory,
  start: measureStart,
  visits: measureVisits,
  cold: measureColdStart,
  weight: measureWeight,
  list: measureList,
  month: measureMonth,
  rows: measureLongLists,
  typing: measureTyping,
  ready: measureReady,
  summary: measureSummary,
  pdf: measurePdf,
  stats: measureStatistics,
  users: measureUsers,
  hour: measureHour,
};

const { positionals } = parseArgs({ allowPositionals: true });
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const figures: Figure[] = [];
for (const name of names) {
  const measure = benches[name];
  if (!measure) throw new Error(`No benchmark «${name}»; there are: ${Object.keys(benches).join(', ')}`);
  const found = await measure();
  figures.push(...found);
  printTable(found);
}
process.exitCode = figures.every((figure) => figure.holds) ? 0 : 1;
