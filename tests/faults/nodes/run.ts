import { parseArgs } from 'node:util';
import { judgeStorm } from './judge-storm.ts';
import { runStorm } from './storm.ts';
import type { Attempt } from './storm-person.ts';

// `npm run faults -- --nodes [--seconds 600 --seed 1]`: several servers, which are killed at random. Fails where something
// is lost, where more than one call in a hundred fails or one does so late, and where a kind of fault did not happen.
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string', default: '1' } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const began = performance.now();
const say = (line: string) => print(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} с  ${line}`);
const result = await runStorm({
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  nodes: 3,
  people: 4,
  say,
});

const { counts, faults, attempts } = result;
const answered = attempts.filter(({ status }) => status > 0);
const isFailed = ({ status }: Attempt) => status >= 500;
print(JSON.stringify({ ...counts, ...faults }));
for (const what of new Set(answered.map((attempt) => attempt.what))) {
  const own = answered.filter((attempt) => attempt.what === what);
  const slowest = Math.max(...own.map(({ ms }) => ms));
  const failed = own.filter(isFailed).length;
  print(
    `${what}: ${own.length} ответов, из них с ошибкой сервера ${failed}, самый долгий ${(slowest / 1000).toFixed(1)} с`,
  );
}
print(`без ответа: ${attempts.length - answered.length} из ${attempts.length}`);
const reasons = judgeStorm(result);
print(reasons.length === 0 ? 'Ничего не потеряно и не удвоено, отказы редки и быстры.' : reasons.join('\n'));
process.exit(reasons.length === 0 ? 0 : 1);
