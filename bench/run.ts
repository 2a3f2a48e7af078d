import { parseArgs } from 'node:util';
import { measureBusyList } from './busy-list.ts';
import { measureColdStart } from './cold-start.ts';
import { measureDigest } from './digest.ts';
import { measureHour } from './hour.ts';
import { measureList } from './list.ts';
import { measureLongLists } from './long-lists.ts';
import { measureMedia } from './media.ts';
import { measureMemory } from './memory.ts';
import { measureMonth } from './month.ts';
import { measureNetwork } from './network.ts';
import { measurePdf } from './pdf.ts';
import { measurePeopleImport } from './people-import.ts';
import { measurePress } from './press.ts';
import { measureReady } from './ready.ts';
import { measureRoute } from './route.ts';
import { measureScaling } from './scaling.ts';
import { measureSearch } from './search.ts';
import { measureSpeech } from './speech.ts';
import { measureStart } from './start.ts';
import { measureStatistics } from './statistics.ts';
import { measureSummary } from './summary.ts';
import { type Figure, printTable } from './table.ts';
import { measureTyping } from './typing.ts';
import { measureUpload } from './upload.ts';
import { measureUsers } from './users.ts';
import { measureVisits } from './visits.ts';
import { measureWeight } from './weight.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // For scripted work: a shorter `hour`.
  options: {
    minutes: { type: 'string', default: '60' },
    // For `speech`: a model, and recordings each with a text of the same name.
    model: { type: 'string' },
    set: { type: 'string' },
  },
});
// `npm run bench`, or `npm run bench -- upload network`: every figure beside its reference, in one run and one table.
const benches: Record<string, () => Promise<Figure[]>> = {
  upload: measureUpload,
  network: measureNetwork,
  memory: measureMemory,
  start: measureStart,
  visits: measureVisits,
  cold: measureColdStart,
  weight: measureWeight,
  list: measureList,
  busy: measureBusyList,
  month: measureMonth,
  rows: measureLongLists,
  typing: measureTyping,
  route: measureRoute,
  press: measurePress,
  ready: measureReady,
  media: measureMedia,
  summary: measureSummary,
  pdf: measurePdf,
  stats: measureStatistics,
  users: measureUsers,
  import: measurePeopleImport,
  digest: measureDigest,
  speech: () => measureSpeech(values),
  search: measureSearch,
  scaling: measureScaling,
  hour: () => measureHour(Number(values.minutes)),
};

const names = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = names.filter((name) => !benches[name]);
if (unknown.length > 0) throw new Error(`No benchmark «${unknown[0]}»; there are: ${Object.keys(benches).join(', ')}`);
const figures: Figure[] = [];
for (const name of names) {
  const found = await figuresOf(name);
  figures.push(...found);
  printTable(found);
}
if (names.length > 1) {
  console.log('');
  printTable(figures);
}
process.exitCode = figures.every((figure) => figure.holds) ? 0 : 1;

/** A benchmark that fails does not stop the others: the table shows it as failed. */
async function figuresOf(name: string): Promise<Figure[]> {
  try {
    return (await benches[name]?.()) ?? [];
  } catch (error) {
    console.error(error);
    return [{ what: name, measured: 'не измерено', reference: '—', target: '—', holds: false }];
  }
}
