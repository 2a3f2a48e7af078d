import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { createSpeechService } from '#server/modules/recordings/speech/speech-service.ts';
import { until } from '#tests/support/processes.ts';
import { makeMedia, tone } from './support/make-media.ts';
import { SpeechEndpoint, sendJson, verbose } from './support/speech-endpoint.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

describe.each(databaseKinds)('the first recording of a finished protocol on %s', (kind) => {
  let app: VideoApp;
  let endpoint: SpeechEndpoint;
  beforeAll(async () => {
    endpoint = await SpeechEndpoint.start();
    const address = { url: endpoint.url, key: 'secret', model: 'whisper-ru' };
    app = await VideoApp.start(kind, { services: { speech: createSpeechService(address) } });
  });
  afterAll(async () => {
    await app.close();
    await endpoint.stop();
  });

  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    app.app.call(app.user, method, path, body);
  /** Adds a finished protocol whose recognition failed. */
  const finished = async () => {
    endpoint.behave = (reply) => sendJson(reply, {}, 401);
    const id = await app.addProtocol();
    const spoken = makeMedia([...tone, '-t', '4', '-ar', '8000', '-c:a', 'libmp3lame', 'a.mp3']);
    await new Upload(app.server, id, spoken, 256 * 1024).sendAll();
    await app.reach(id, 'video_uploaded');
    await app.process(id);
    await app.reach(id, 'error_video_process');
    expect((await call('PUT', `/protocols/${id}`, { stage: 'finish' })).statusCode).toBe(200);
    return id;
  };
  const stepOf = async (id: string) => {
    const { stage, processing } = await app.protocol(id);
    return [stage, processing?.find(({ step }) => step === 'transcript')?.state];
  };
  const reach = (id: string, state: string) =>
    until(async () => (await stepOf(id))[1] === state || undefined, `the transcript to be ${state}`);
  const texts = async (id: string) => {
    const transcript: Transcript = (await call('GET', `/protocols/${id}/transcript`)).json().data;
    return transcript.segments.map(({ text }) => text);
  };
  const repeat = (id: string) => call('POST', `/protocols/${id}/process-video`, { repeat: 'transcript' });

  test('is processed and recognised again; the protocol stays finished', async () => {
    const id = await finished();
    endpoint.behave = (reply) => sendJson(reply, verbose([0, 1, 'Теперь слышно']));
    expect((await app.process(id)).json().data).toMatchObject({ stage: 'finish', already: false });
    await reach(id, 'done');
    expect([await stepOf(id), await texts(id)]).toEqual([['finish', 'done'], ['Теперь слышно']]);
    const isOver = async () => (await repeat(id)).json().data;
    endpoint.behave = (reply) => sendJson(reply, verbose([0, 1, 'Ещё раз']));
    const started = await until(async () => {
      const data = await isOver();
      return data.already ? undefined : data;
    }, 'the end of the first run');
    expect(started).toMatchObject({ stage: 'finish', already: false });
    await until(async () => (await texts(id))[0] === 'Ещё раз' || undefined, 'the new transcript');
    expect((await app.protocol(id)).stage).toBe('finish');
  });

  test('does not become final while it is recognised, and a cancellation leaves it finished', async () => {
    const id = await finished();
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    endpoint.behave = () => asked();
    await repeat(id);
    await isAsked;
    const refused = await call('POST', `/protocols/${id}/final`, { before_meeting: true });
    expect(refused.json()).toMatchObject({ code: 'illegal_stage', message: expect.stringContaining('обрабатывается') });
    const cancelled = await call('DELETE', `/protocols/${id}/process-video`);
    expect(cancelled.json().data).toMatchObject({ stage: 'finish' });
    expect(await stepOf(id)).toEqual(['finish', 'failed']);
    expect((await call('POST', `/protocols/${id}/final`, { before_meeting: true })).statusCode).toBe(200);
  });
});
