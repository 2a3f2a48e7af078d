import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Summary } from '#contract/insights/summary.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { ChatServer } from '#tests/support/chat-server.ts';
import { until } from '#tests/support/processes.ts';
import { bars, h264, makeMedia, tone } from './support/make-media.ts';
import { gone, MediaPrograms } from './support/media-programs.ts';
import { SignedInServer } from './support/signed-in-server.ts';
import { SpeechEndpoint, sendJson, verbose } from './support/speech-endpoint.ts';
import { createPostgresDatabase, databaseKinds, dropPostgresDatabase } from './support/test-database.ts';

const patience = 400_000;
const steps = ['probe', 'playable', 'poster', 'audio', 'transcript', 'keywords', 'summary'];
/** Words of a program of each of the first steps. */
const programs = ['-frames:v 1 -c:v wrapped_avframe', 'faststart', 'poster.jpg', 'astats'];
/** Programs during which the server is killed, and the states of the steps then: some steps run in parallel. */
const kills: [words: string, states: string][] = [
  ['-frames:v 1 -c:v wrapped_avframe', 'running waiting waiting waiting waiting waiting waiting'],
  ['@(faststart|astats)', 'done running waiting running waiting waiting waiting'],
  ['poster.jpg', 'done done running done running waiting waiting'],
];
const lines = 3_000;
/** A talk long enough for its keywords to be searched in a thread. */
const talk = (word: string) =>
  verbose(
    ...Array.from({ length: lines }, (_, at): [number, number, string] => [
      at / 1_000,
      at / 1_000,
      `Решили купить дюралюминий: ${word} ${at}`,
    ]),
  );

describe.each(databaseKinds)('a server on %s', (kind) => {
  let folder: string;
  let url: string | undefined;
  let media: MediaPrograms;
  let endpoint: SpeechEndpoint;
  let chat: ChatServer;
  let server: SignedInServer;
  beforeAll(async () => {
    [media, endpoint, chat] = await Promise.all([MediaPrograms.install(), SpeechEndpoint.start(), ChatServer.start()]);
    chat.play(() => ({ status: 401 }));
    folder = await mkdtemp(join(tmpdir(), 'protokol-each-step-'));
    if (kind === 'postgres') url = await createPostgresDatabase();
    server = await SignedInServer.start(folder, {
      ...(url && { DATABASE_URL: url }),
      FFMPEG_PATH: media.ffmpeg,
      FFPROBE_PATH: media.ffprobe,
      TRANSCRIBE_URL: endpoint.url,
      LLM_URL: chat.url,
    });
  }, patience);
  afterAll(async () => {
    await server.process.stop();
    await Promise.all([endpoint.stop(), chat.stop(), media.remove()]);
    if (url) await dropPostgresDatabase(url);
    await rm(folder, { recursive: true, force: true });
  });

  test('killed in each of the seven steps still completes every result, none of them made twice', {
    timeout: patience,
  }, async () => {
    const word = `слово${uuidv7()}`;
    for (const name of [word, 'дюралюминий']) await server.call('POST', '/keywords', { name });
    const asked = () => endpoint.asked.filter(({ fields }) => fields.prompt?.includes(word)).length;
    const file = makeMedia([...bars, ...tone, '-t', '4', ...h264, '-c:a', 'aac', 'v.mp4']);
    const { id, upload } = await server.uploaded(file);
    const states = async () =>
      (await server.waitFor(id, 'the protocol', () => true)).processing?.map(({ state }) => state);
    const killedIn = async (expected: string) => {
      await until(async () => (await states())?.join(' ') === expected || undefined, expected, patience);
      await server.kill();
    };

    await media.trouble('hang', `${upload.id}*${kills[0]?.[0]}`);
    await server.processVideo(id, upload);
    endpoint.behave = () => undefined;
    for (const [at, [, expected]] of kills.entries()) {
      const hung = await media.hung();
      if (at === 2) await until(() => asked() === 1 || undefined, 'the request of recognition', patience);
      await killedIn(expected);
      // No process that it had started is left.
      await gone(hung);
      const next = kills[at + 1];
      await (next === undefined ? media.mend('hang') : media.trouble('hang', `${upload.id}*${next[0]}`));
      if (at < 2) await server.startAgain();
    }

    const watched = Promise.withResolvers<void>();
    endpoint.behave = async (reply) => {
      await watched.promise;
      sendJson(reply, talk(word));
    };
    await server.startAgain();
    const keywords = await server.follow(
      (event) =>
        event.type === 'processing' &&
        event.protocol_id === id &&
        event.processing.some(({ step, state }) => step === 'keywords' && state === 'running'),
    );
    watched.resolve();
    await keywords.come;
    await server.kill();

    chat.play(() => 'silence');
    await server.startAgain();
    await until(() => chat.requests.some(({ text }) => text.includes(word)) || undefined, 'the model', patience);
    await killedIn('done done done done done done running');

    chat.play(() => ({ status: 401 }));
    await server.startAgain();
    const done = await server.reach(id, 'success_video_process', 'error_video_process');
    expect(done.processing?.map(({ step, state }) => [step, state])).toEqual(steps.map((step) => [step, 'done']));
    for (const words of programs) expect(await media.starts(upload.id, words), words).toBe(2);
    expect(asked()).toBe(2);
    const { segments } = await server.call<Transcript>('GET', `/protocols/${id}/transcript`);
    expect(segments).toHaveLength(lines);
    expect(segments.filter((line) => line.keywords?.includes('дюралюминий'))).toHaveLength(lines);
    expect(await server.call<Summary>('GET', `/protocols/${id}/summary`)).toMatchObject({
      version: 1,
      source: 'extract',
    });
    const work = () => readdir(join(folder, 'work'));
    await until(async () => (await work()).length === 0 || undefined, 'an empty folder of work');
  });
});
