import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readEventStream } from '#src/sync/events/event-stream.ts';
import { byLevel } from '#tests/support/level.ts';
import { until } from '#tests/support/processes.ts';
import { type Node, startNode } from './support/node.ts';
import { makeRecording } from './support/recording.ts';
import { databaseKinds } from './support/test-database.ts';
import { type Server, Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

type Told = { type: string; protocol_id?: string; stage?: string; processing?: unknown[] };

/** Follows a person's events until it is ended. */
async function follow(server: Server) {
  const ending = new AbortController();
  const headers = { authorization: `Bearer ${server.token}` };
  const reply = await fetch(`${server.url}/api/events`, { headers, signal: ending.signal });
  const told: Told[] = [];
  let over = false;
  const read = async () => {
    if (!reply.body) return;
    for await (const { event, data } of readEventStream(reply.body, 60_000)) {
      if (event === 'comment') continue;
      const value = JSON.parse(data);
      expect(value.type).toBe(event);
      told.push(value);
    }
  };
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  await until(() => told.some(({ type }) => type === 'ready') || undefined, 'ready');
  return {
    reply,
    told,
    isOver: () => over,
    has: (match: Partial<Told>) =>
      until(
        () => told.find((event) => Object.entries(match).every(([key, value]) => event[key as keyof Told] === value)),
        JSON.stringify(match),
      ),
    end: async () => {
      ending.abort();
      await reading;
    },
  };
}

// The differences on PostgreSQL are tested between two servers below.
describe.each(databaseKinds)('the stream of events on %s', (kind) => {
  let app: VideoApp;
  beforeAll(async () => {
    app = await VideoApp.start(kind);
  });
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
  });

  test('sends every stage and step of one’s own protocols, and nothing of others’', async () => {
    const other = await app.app.addUser();
    const [mine, theirs] = [await follow(app.server), await follow({ ...app.server, token: other.token })];
    expect(mine.reply.headers.get('content-type')).toMatch('text/event-stream');
    const protocolId = await app.addProtocol();
    await new Upload(app.server, protocolId, makeRecording('mp4', 2), 256 * 1024).sendAll();
    await mine.has({ type: 'stage', stage: 'video_uploaded', protocol_id: protocolId });
    await app.process(protocolId);
    await mine.has({ type: 'stage', stage: 'success_video_process' });
    const stages = mine.told.filter(({ type }) => type === 'stage').map(({ stage }) => stage);
    expect(stages).toEqual(['video_uploaded', 'video_process', 'success_video_process']);
    const steps = mine.told.filter(({ type }) => type === 'processing');
    expect(steps.at(-1)?.processing).toMatchObject([
      ...['probe', 'playable', 'poster', 'audio'].map((step) => ({ step, state: 'done' })),
      ...['transcript', 'keywords', 'summary'].map((step) => ({ step, state: 'skipped' })),
    ]);
    expect(theirs.told).toEqual([{ type: 'ready' }]);
    await Promise.all([mine.end(), theirs.end()]);
  });

  test('needs a session', async () => {
    expect((await app.app.call(null, 'GET', '/events')).statusCode).toBe(401);
  });

  test('ends when the server stops', async () => {
    const { database, config } = app.app.services;
    const node = await startNode(config, database);
    const stream = await follow({ url: node.url, token: app.server.token });
    await node.close();
    await until(() => stream.isOver() || undefined, 'the end of the stream');
  });

  test('runs no query while nothing happens', async () => {
    const { database, auth } = app.app.services;
    const user = await app.app.addUser();
    const timers = vi.spyOn(globalThis, 'setInterval');
    const stream = await follow({ ...app.server, token: user.token });
    const repeated = timers.mock.calls.filter(([, ms = 0]) => ms < 3_600_000).map(([work]) => work as () => void);
    timers.mockRestore();
    auth.forgetUser(user.id);
    const connection = database.kind === 'pglite' ? database.connection : database.pool;
    const queries = vi.spyOn(connection as unknown as { query: () => unknown }, 'query');
    for (const work of repeated) work();
    // A query of theirs would come before this one.
    await app.app.db.execute(sql`select 1`);
    const asked = queries.mock.calls.map((call) => JSON.stringify(call)).filter((text) => text.includes('sessions'));
    queries.mockRestore();
    await stream.end();
    expect(repeated.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  test('ends when the session does', async () => {
    const user = await app.app.addUser();
    const stream = await follow({ ...app.server, token: user.token });
    await app.app.services.auth.signOutEverywhere(user.id, 'blocked');
    await until(() => stream.isOver() || undefined, 'the end of the stream', 10_000);
  });

  test('ends for the oldest device of a person who has too many, and for nobody else', async () => {
    const [user, other] = [await app.app.addUser('external'), await app.app.addUser('external')];
    const theirs = await follow({ ...app.server, token: other.token });
    const streams: Awaited<ReturnType<typeof follow>>[] = [];
    for (let n = 0; n < 51; n += 1) streams.push(await follow({ ...app.server, token: user.token }));
    await until(() => streams[0]?.isOver() || undefined, 'the end of the oldest');
    expect([theirs, ...streams].filter((stream) => stream.isOver())).toEqual([streams[0]]);
    await streams[1]?.end();
    await until(() => app.app.services.events.countStreams() === 50 || undefined, 'the end of another');
    streams.push(await follow({ ...app.server, token: user.token }));
    expect(streams.filter((stream) => stream.isOver())).toEqual(streams.slice(0, 2));
    await Promise.all([theirs, ...streams].map((stream) => stream.end()));
  });
});

describe('between two servers on one PostgreSQL', () => {
  let app: VideoApp;
  let node: Node;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-tools-'));
    const ffmpeg = join(folder, 'ffmpeg');
    await writeFile(ffmpeg, `#!/bin/sh\necho "$@" >> ${folder}/log\nexec ffmpeg "$@"\n`, { mode: 0o755 });
    app = await VideoApp.start('postgres', { config: { tools: { ffmpeg, ffprobe: 'ffprobe' } } });
    node = await startNode(app.app.services.config, app.app.services.database);
  });
  afterAll(async () => {
    await node.close();
    await app.close();
    await rm(folder, { recursive: true });
    expect([app.app.errors, node.errors]).toEqual([[], []]);
  });

  test('an event on one server reaches a stream on the other, and a job runs once', async () => {
    const stream = await follow({ url: node.url, token: app.server.token });
    const protocolCount = byLevel(2, 4);
    const recording = makeRecording('mp4', 1);
    const headers = { authorization: `Bearer ${app.server.token}` };
    const programs = async () => (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n').length;
    const process = async () => {
      const protocolId = await app.addProtocol();
      await new Upload(app.server, protocolId, recording, 64 * 1024).sendAll();
      await app.reach(protocolId, 'video_uploaded');
      const path = `/api/protocols/${protocolId}/process-video`;
      const both = [app.server.url, node.url, app.server.url, node.url];
      const answers = await Promise.all(both.map((url) => fetch(url + path, { method: 'POST', headers })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await app.reach(protocolId, 'success_video_process');
      return protocolId;
    };
    const runs = Array.from({ length: protocolCount }, process);
    for (const protocolId of await Promise.all(runs)) {
      await stream.has({ type: 'stage', stage: 'success_video_process', protocol_id: protocolId });
      const began = stream.told.filter(
        ({ protocol_id, stage }) => protocol_id === protocolId && stage === 'video_process',
      );
      expect(began).toHaveLength(1);
    }
    // Each of them starts as many programs as one alone.
    const taken = await programs();
    await process();
    expect(taken).toBe(protocolCount * ((await programs()) - taken));
    await stream.end();
  });

  test('the end of a session on one ends the stream on the other', async () => {
    const user = await app.app.addUser();
    const stream = await follow({ url: node.url, token: user.token });
    const me = () => fetch(`${node.url}/api/me`, { headers: { authorization: `Bearer ${user.token}` } });
    expect((await me()).status).toBe(200);
    await app.app.services.auth.signOutEverywhere(user.id, 'blocked');
    await until(() => stream.isOver() || undefined, 'the end of the stream');
    expect((await me()).status).toBe(401);
  });

  test('a lost connection between them is reopened, and a stream gets a resync event', async () => {
    const stream = await follow({ url: node.url, token: app.server.token });
    const { database } = app.app.services;
    if (database.kind !== 'postgres') throw new Error('not PostgreSQL');
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query ilike 'listen protokol_events' and datname = current_database()`,
    );
    await stream.has({ type: 'resync' });
    const protocolId = await app.addProtocol();
    await new Upload(app.server, protocolId, randomBytes(10), 64 * 1024).sendAll();
    await stream.has({ type: 'stage', stage: 'video_uploaded', protocol_id: protocolId });
    await stream.end();
  });
});
