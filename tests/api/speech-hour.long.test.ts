import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { until } from '#tests/support/processes.ts';
import { writeTinyModel } from '#tests/support/speech-model/tiny-model.ts';
import { type Tone, tonesIn, wavOf } from '#tests/support/speech-model/tones.ts';
import { makeMedia } from './support/make-media.ts';
import { SignedInServer } from './support/signed-in-server.ts';

const patience = 600_000;
const hour = 3600;
/** One word every one and a half seconds; its place determines which of the three it is. */
const every = 1.5;
const wordAt = (place: number) => ((place * 7 + Math.floor(place / 5)) % 3) as 0 | 1 | 2;
const spoken: Tone[] = Array.from({ length: hour / every }, (_, place) => ({
  word: wordAt(place),
  at: place * every + 0.5,
}));
const names = ['раз', 'два', 'три'];

let folder: string;
let server: SignedInServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-hour-'));
  const model = await writeTinyModel(join(folder, 'model'));
  server = await SignedInServer.start(join(folder, 'data'), { SPEECH_MODEL: model });
}, patience);
afterAll(async () => {
  await server.process.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the id of the recogniser's process, while there is one. */
function recogniser(): number | undefined {
  const rows = execFileSync('ps', ['--ppid', String(server.process.pid), '-o', 'pid=,args='])
    .toString()
    .split('\n');
  const row = rows.find((each) => each.includes('recogniser-worker'));
  return row === undefined ? undefined : Number.parseInt(row, 10);
}

test('an hour of speech is recognised word by word though recogniser and server are killed', {
  timeout: patience,
}, async () => {
  const file = makeMedia(['-i', 'hour.wav', '-c:a', 'flac', 'hour.flac'], { 'hour.wav': wavOf(tonesIn(hour, spoken)) });
  const { id, upload } = await server.uploaded(file);
  await server.processVideo(id, upload);
  const read = () => server.call<Transcript>('GET', `/protocols/${id}/transcript`);
  const heardUntil = (seconds: number) =>
    until(
      async () => {
        const transcript = await read().catch(() => undefined);
        return (transcript?.segments.at(-1)?.end ?? 0) >= seconds || undefined;
      },
      `${seconds} seconds of the transcript; the server said: ${server.process.output}`,
      patience,
    );

  const killed = new Set<number>();
  for (const [minute, what] of [
    [6, 'recogniser'],
    [14, 'server'],
    [26, 'recogniser'],
    [38, 'server'],
  ] as const) {
    await heardUntil(minute * 60);
    // While the recognition goes on, there is a recogniser.
    const pid = await until(async () => recogniser(), 'the recogniser', patience);
    killed.add(pid);
    if (what === 'recogniser') process.kill(pid, 'SIGKILL');
    else {
      await server.kill();
      await until(async () => !isThere(pid) || undefined, 'the end of the recogniser with its server');
      await server.startAgain();
    }
  }
  expect(killed.size).toBe(4);
  // The last third, and what is worked out of an hour of words, takes longer than other tests wait for a whole recording.
  await server.waitFor(id, 'the end of the processing', ({ stage }) => stage === 'success_video_process', patience);

  const { segments } = await read();
  const heard = segments.flatMap(({ text }) => text.toLowerCase().match(/[а-я]+/g) ?? []);
  expect(heard).toEqual(spoken.map(({ word }) => names[word]));
  let before = 0;
  for (const { start, end } of segments) {
    expect(start).toBeGreaterThanOrEqual(before);
    expect(start - before).toBeLessThan(2 * every);
    before = end;
  }
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
