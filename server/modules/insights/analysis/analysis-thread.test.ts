import { expect, test } from 'vitest';
import { extractSummaryInThread, findKeywordsInThread } from './analysis-thread.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `s${index}`, start: index * 4, end: index * 4 + 3, speaker: null },
    text: index === 5 ? 'Решили: утвердить смету отдела.' : `Говорили о складе номер ${index} и о сроках.`,
  }));

test.each([20, 2_000])('a transcript of %i lines gives the same result, in a thread or without one', async (count) => {
  const { signal } = new AbortController();
  const { hits, proposals } = await findKeywordsInThread({ lines: lines(count), keywords: ['смета'] }, signal);
  expect(hits).toEqual({ s5: ['смета'] });
  expect(proposals.map(({ kind, evidence }) => [kind, evidence.start])).toEqual([['decision', 20]]);
  const { points } = await extractSummaryInThread(lines(count), ['смета'], signal);
  expect(points.map(({ text }) => text)).toContain('Решили: утвердить смету отдела.');
});

test('an aborted analysis rejects with the reason', async () => {
  const stop = new AbortController();
  const work = extractSummaryInThread(lines(2_000), [], stop.signal);
  stop.abort(new Error('The server stops'));
  await expect(work).rejects.toThrow('The server stops');
});
