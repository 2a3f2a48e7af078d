import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { until } from '#tests/support/processes.ts';
import type { TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const playable = randomBytes(300_000);
const hour = 3_600_000;

describe.each(databaseKinds)('the video of a protocol on %s', (kind) => {
  let now: Date;
  const start = () => {
    now = new Date('2026-11-21T09:30:00Z');
  };
  let app: VideoApp;
  let protocolId: string;
  beforeAll(async () => {
    start();
    app = await VideoApp.start(kind, { services: { clock: () => now } });
    protocolId = await addPlayable();
  });
  beforeEach(start);
  afterAll(async () => {
    expect(app.app.errors).toEqual([]);
    await app.close();
  });

  /** Adds a protocol with a video that can be played. */
  async function addPlayable(): Promise<string> {
    const protocolId = await app.addProtocol();
    const upload = new Upload(app.server, protocolId, Buffer.from('original'), 64 * 1024);
    await upload.sendAll();
    const { video } = await app.reach(protocolId, 'video_uploaded');
    const playable_key = `videos/${upload.id}/playable.webm`;
    await app.app.services.storage.put(playable_key, playable);
    const row = await app.app.db.select().from(protocols).where(eq(protocols.id, protocolId));
    const stored = row[0]?.video;
    if (!stored || !video) throw new Error('no video');
    await app.app.db
      .update(protocols)
      .set({ video: { ...stored, playable_key, playable_type: 'video/webm' } })
      .where(eq(protocols.id, protocolId));
    return protocolId;
  }

  const url = async (id = protocolId) => String((await app.protocol(id)).video?.url);
  const get = async (headers: Record<string, string> = {}, path?: string, method = 'GET') => {
    const reply = await fetch(`${app.server.url}${path ?? (await url())}`, { headers, method });
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
  };

  test('is served whole to whoever has the signed address, without a token', async () => {
    const whole = await get();
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(playable)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/webm',
      'content-length': '300000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100000-', 100_000, 299_999],
    ['bytes=299000-400000', 299_000, 299_999],
    ['bytes=-10', 299_990, 299_999],
  ])('serves %s', async (range, start, end) => {
    const part = await get({ range });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/300000`);
    expect(part.bytes.equals(playable.subarray(start, end + 1))).toBe(true);
  });

  test('answers 416 past the end, and the whole file to several ranges', async () => {
    const past = await get({ range: 'bytes=300000-' });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, 'bytes */300000']);
    expect(JSON.parse(past.bytes.toString()).code).toBe('range_not_satisfiable');
    expect((await get({ range: 'bytes=0-1,5-6' })).status).toBe(200);
  });

  test('honours If-Range, If-None-Match and HEAD', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    const head = await get({}, undefined, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '300000', 0]);
    const part = await get({ range: 'bytes=0-9' }, undefined, 'HEAD');
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '10']);
  });

  test('is refused at a changed or expired address; the owner’s token is accepted', async () => {
    const address = new URL(await url(), app.server.url);
    const changed = (name: string, value: string) => {
      const other = new URL(address);
      other.searchParams.set(name, value);
      return other.pathname + other.search;
    };
    const other = await app.addProtocol();
    const refused = [
      changed('expires', String(now.getTime() + 1000 * hour)),
      changed('kind', 'original'),
      changed('signature', `${address.searchParams.get('signature')?.slice(0, -2)}AA`),
      changed('signature', ''),
      `/api/protocols/${protocolId}/video`,
      `${address.pathname.replace(protocolId, other)}${address.search}`,
    ];
    for (const path of refused) {
      const { status, bytes } = await get({}, path);
      expect([path, status, JSON.parse(bytes.toString()).code]).toEqual([path, 403, 'link_expired']);
    }
    const bearer = (token: string) => get({ authorization: `Bearer ${token}` }, `/api/protocols/${protocolId}/video`);
    expect((await bearer(app.server.token)).status).toBe(200);
    expect((await bearer((await app.app.addUser()).token)).status).toBe(404);
    const path = address.pathname + address.search;
    now = new Date(now.getTime() + 11 * hour);
    expect((await get({}, path)).status).toBe(200);
    now = new Date(now.getTime() + 2 * hour);
    expect((await get({}, path)).status).toBe(403);
  });

  test('the address stays the same for the hour, so that a player goes on', async () => {
    const first = await url();
    now = new Date('2026-11-21T09:59:00Z');
    const token = (await app.app.services.auth.renew(`Bearer ${app.server.token}`)) ?? '';
    const again = await app.app.call({ token }, 'GET', `/protocols/${protocolId}`);
    expect(again.json().data.video.url).toBe(first);
  });

  test.each([
    ['was blocked', (id: string, admin: TestUser) => app.app.call(admin, 'PUT', `/users/${id}`, { is_blocked: true })],
    ['was given another password', (id: string) => app.app.services.auth.signOutEverywhere(id, 'password')],
  ])('is refused at the address of somebody who %s', async (_, change) => {
    const admin = await app.app.addUser('admin');
    const manager = await app.app.addUser('manager');
    await app.app.db.update(users).set({ managerId: manager.id }).where(eq(users.id, app.user.id));
    const read = await app.app.call(manager, 'GET', `/protocols/${protocolId}`);
    const theirs = String(read.json().data.video.url);
    expect((await get({ range: 'bytes=0-9' }, theirs)).status).toBe(206);
    await change(manager.id, admin);
    const { status, bytes } = await get({ range: 'bytes=10-19' }, theirs);
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([403, 'link_expired']);
    expect((await get({}, theirs.replace(/&session=.*/, ''))).status).toBe(403);
    expect((await get()).status).toBe(200);
  });

  test('is saved under its Russian name', async () => {
    const saved = await get({}, `${await url()}&download=1`);
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="_________.webm"; filename*=UTF-8''${encodeURIComponent('Совещание')}.webm`,
    );
    const original = await get({}, String((await app.protocol(protocolId)).video?.original_url));
    expect(original.bytes.toString()).toBe('original');
    expect((await get({}, `/api/protocols/${protocolId}/video?poster=1`)).status).toBe(403);
    const twice = `/api/protocols/${protocolId}/video?poster=1&poster=2&download=1&download=2`;
    expect((await get({}, twice)).status).toBe(403);
    expect(app.app.services.recentErrors.list()).toEqual([]);
  });

  test('a new recording invalidates the old addresses', async () => {
    const replaced = await addPlayable();
    const before = await url(replaced);
    expect((await get({}, before)).status).toBe(200);
    const first = String((await app.protocol(replaced)).video?.upload_id);
    await new Upload(app.server, replaced, Buffer.from('another')).sendAll(undefined, { instead_of: first });
    await until(async () => (await app.protocol(replaced)).video?.size === 7 || undefined, 'the new video');
    expect((await get({}, before)).status).toBe(403);
  });
});
