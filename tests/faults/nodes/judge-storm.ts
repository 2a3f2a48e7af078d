import { type StormResult, stormFaults } from './storm.ts';

/** Of a hundred calls that get an answer one may fail, while servers, database and storage are killed all the time. */
const mostFailed = 0.01;
/** A person who waits longer thinks that the app hangs. */
const longestMs = 5_000;

/** Returns why a storm was not weathered, line by line; nothing if it was. */
export function judgeStorm({ counts, faults, lost, attempts }: StormResult): string[] {
  const answered = attempts.filter(({ status }) => status > 0);
  const failed = attempts.filter(({ status }) => status >= 500);
  // A connection that a killed server ended is closed at once: an app goes on to the next server.
  const slowest = Math.max(0, ...attempts.filter(({ status }) => status === 0 || status >= 500).map(({ ms }) => ms));
  const share = failed.length / Math.max(1, answered.length);
  const undone = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [what] : []));
  const missing = stormFaults.filter((fault) => faults[fault] === 0);
  return [
    ...(lost.length > 0 ? [`Потеряно или удвоено: ${lost.join(', ')}`] : []),
    ...(share > mostFailed ? [`С ошибкой сервера ${inWords(share * 100)} % ответов`] : []),
    ...(slowest > longestMs ? [`Самый долгий вызов, который не удался: ${inWords(slowest / 1000)} с`] : []),
    ...(undone.length > 0 ? [`Не сделано ни одного: ${undone.join(', ')}`] : []),
    ...(missing.length > 0 ? [`Не случилось: ${missing.join(', ')}`] : []),
  ];
}

function inWords(value: number): string {
  return value.toFixed(1).replace('.', ',');
}
