// Prints the table of `npm test -- --times`: seconds by part of the tests, and of the slowest files. Parts run on
// several workers at once, so the columns add up to more than the elapsed time.
import { readTimes, type Times } from './recorded-times.ts';

const dearest = 25;

type Seconds = Record<string, number>;

const byFile = Map.groupBy(readTimes(), ({ part, file }) => `${part} ${file}`);
const byPart = Map.groupBy(readTimes(), ({ part }) => part);

console.log('\nСекунды по частям:');
console.table(Object.fromEntries([...byPart].map(([part, records]) => [part, rounded(addedUp(records))])));

const files = [...byFile].map(([name, records]) => ({ name, seconds: addedUp(records) }));
const most = files.sort((one, other) => (other.seconds.всего ?? 0) - (one.seconds.всего ?? 0)).slice(0, dearest);
console.log(`\nСамые дорогие файлы (${most.length} из ${files.length}):`);
console.table(Object.fromEntries(most.map(({ name, seconds }) => [name, rounded(seconds)])));

function addedUp(records: readonly Times[]): Seconds {
  const seconds: Seconds = { всего: 0 };
  for (const { ms } of records)
    for (const [kind, spent] of Object.entries(ms)) {
      seconds[kind] = (seconds[kind] ?? 0) + spent / 1000;
      seconds.всего = (seconds.всего ?? 0) + spent / 1000;
    }
  return seconds;
}

function rounded(seconds: Seconds): Seconds {
  return Object.fromEntries(Object.entries(seconds).map(([kind, spent]) => [kind, Math.round(spent * 10) / 10]));
}
