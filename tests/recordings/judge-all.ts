// `npm run faults -- recordings [words of a name]`: compares the result of every kind of recording with the expected
// one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecording } from '#src/sync/uploads/recording-kind.ts';
import { groups, leftOut } from './all-kinds.ts';
import { comeOut, differences, encodersHere, type Outcome } from './come-out.ts';
import type { RecordingKind } from './recording-kind.ts';

const words = process.argv.slice(2).join(' ');
const encoders = await encodersHere();
const count = { right: 0, wrong: 0, notMade: 0 };
const folder = mkdtempSync(join(tmpdir(), 'protokol-recordings-'));
try {
  for (const { title, kinds } of groups) {
    const chosen = kinds.filter(({ name }) => `${title} ${name}`.includes(words));
    if (chosen.length > 0) console.log(`\n${title}`);
    for (const kind of chosen) await judge(kind);
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const [name, why] of leftOut) console.log(`не делается: ${name} — ${why}`);
console.log(`\nКак нужно: ${count.right}, иначе: ${count.wrong}, не сделано: ${count.notMade}`);
if (count.wrong > 0) process.exitCode = 1;

async function judge(kind: RecordingKind): Promise<void> {
  const lacking = kind.needs.filter((encoder) => !encoders.has(encoder));
  if (lacking.length > 0) {
    count.notMade += 1;
    console.log(`? ${kind.name}: нет ${lacking.join(', ')}`);
    return;
  }
  const path = join(folder, 'recording');
  let outcome: Outcome;
  let wrong: string[];
  const started = performance.now();
  try {
    const bytes = kind.make();
    writeFileSync(path, bytes);
    outcome = await comeOut(path, kind.expected);
    wrong = differences(kind.expected, outcome);
    // A file that can be processed must be accepted by the page that sends it.
    const isLetThrough = isRecording(bytes.subarray(0, 1024), { name: kind.file, type: '' });
    if (outcome.refused === undefined && !isLetThrough) wrong.push('страница её не принимает');
  } catch (error) {
    outcome = { faults: [], warnings: [] };
    wrong = [String(error).split('\n').slice(0, 3).join(' ').slice(0, 300)];
  }
  count[wrong.length > 0 ? 'wrong' : 'right'] += 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const came =
    outcome.refused ??
    [`${outcome.seconds} с`, outcome.copied ? 'копия' : 'перекодирована', ...outcome.warnings].join(', ');
  console.log(
    `${wrong.length > 0 ? '✗' : '✓'} ${kind.name} (${seconds} с): ${came}${wrong.length > 0 ? `\n    ${wrong.join('; ')}` : ''}`,
  );
}
