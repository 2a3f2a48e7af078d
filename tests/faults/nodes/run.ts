import { parseArgs } from 'node:util';
import { runStorm } from './storm.ts';
import type { Attempt } from './storm-person.ts';

// `npm run faults -- --nodes [--seconds 600 --seed 1]`: several servers, which are killed at random.
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string', default: '1' } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const began = performance.now();
const say = (line: string) => print(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} с  ${line}`);
const { counts, lost, attempts } = await runStorm({
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  nodes: 3,
  people: 4,
  say,
});

const answered = attempts.filter(({ status }) => status > 0);
const isFailed = ({ status }: Attempt) => status >= 500;
print(JSON.stringify(counts));
for (const what of new Set(answered.map((attempt) => attempt.what))) {
  const own = answered.filter((attempt) => attempt.what === what);
  const slowest = Math.max(...own.map(({ ms }) => ms));
  const failed = own.filter(isFailed).length;
  print(
    `${what}: ${own.length} ответов, из них с ошибкой сервера ${failed}, самый долгий ${(slowest / 1000).toFixed(1)} с`,
  );
}
print(`без ответа: ${attempts.length - answered.length} из ${attempts.length}`);
print(lost.length === 0 ? 'Ничего не потеряно и не удвоено.' : `Потеряно или удвоено:\n${lost.join('\n')}`);
process.exit(lost.length === 0 ? 0 : 1);
