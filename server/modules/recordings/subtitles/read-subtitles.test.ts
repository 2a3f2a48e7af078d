import { expect, test } from 'vitest';
import { parseSubtitles, SubtitleProblem } from './parse-subtitles.ts';
import { readSubtitles } from './read-subtitles.ts';

const cue = (at: number) => `${at}\n00:00:01,000 --> 00:00:02,000\nСтрока ${at}\n`;
const file = (cues: number) => Array.from({ length: cues }, (_, at) => cue(at)).join('\n');

test.each([3, 5_000])('%i cues give the same result, in a thread or without one', async (cues) => {
  expect(await readSubtitles(Buffer.from(file(cues)))).toEqual(parseSubtitles(file(cues)));
});

test('reading a long file does not block the event loop', async () => {
  let [turns, done] = [0, false];
  const reading = readSubtitles(Buffer.from(file(15_000))).finally(() => {
    done = true;
  });
  for (; !done; turns += 1) await new Promise(setImmediate);
  expect(await reading).toHaveLength(15_000);
  expect(turns).toBeGreaterThan(10);
});

test.each(['нет', 'нет '.repeat(50_000)])('a file without subtitles is rejected, however long', async (text) => {
  await expect(readSubtitles(Buffer.from(text))).rejects.toThrow(SubtitleProblem);
});

test('an aborted reading rejects with the reason', async () => {
  const stop = new AbortController();
  const reading = readSubtitles(Buffer.from(file(15_000)), stop.signal);
  stop.abort(new Error('The server stops'));
  await expect(reading).rejects.toThrow('The server stops');
});
