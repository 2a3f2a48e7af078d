import { describe, expect, test } from 'vitest';
import { makeRecording } from '#tests/support/offline-browser.ts';
import { bytesOf, cutLine, eachWithUploads, isChunk, reach, until } from '#tests/support/uploads-stand.ts';

const stand = eachWithUploads();

describe('the session', () => {
  test('an expired token is refreshed only once, and the upload continues', async () => {
    stand.browser.signIn('u1', 'old');
    stand.server.tokens = new Set(['new']);
    stand.server.refresh = () => ({ status: 200, body: { token: 'new' } });
    const tab = await stand.browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(stand.server.callsTo('POST', /refresh/)).toHaveLength(1);
    expect(stand.browser.local.get('token')).toBe('new');
  });

  test('an upload begun by one person is not sent with the token of the next', async () => {
    const tab = await stand.browser.openTab();
    // The sign-in happens in another tab, just while the chunk is being sent.
    stand.server.fault = ({ path, token }) => {
      if (!isChunk(path) || token !== 'token-of-u1') return undefined;
      stand.browser.signIn('u2');
      return { status: 401, body: { code: 'unauthorized' } };
    };
    const id = await tab.uploads.add('p1', makeRecording());
    await until(async () => expect((await tab.store.getUpload(id))?.state).toBe('wait-auth'));
    expect(stand.server.calls.filter(({ token }) => token === 'token-of-u2')).toEqual([]);
  });

  test('an upload whose refreshed token is refused too is retried later by itself', async () => {
    stand.server.tokens = new Set();
    stand.server.refresh = () => ({ status: 200, body: { token: 'new' } });
    const tab = await stand.browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'wait-server');
    stand.server.tokens.add('new');
    await reach(tab, id, 'done');
  });

  test('a refresh without an answer signs nobody out', async () => {
    stand.server.tokens = new Set(['new']);
    let answers = 0;
    stand.server.refresh = () => (answers++ < 2 ? 'reset' : { status: 200, body: { token: 'new' } });
    const tab = await stand.browser.openTab();
    const id = await tab.uploads.add('p1', makeRecording());
    await reach(tab, id, 'done');
    expect(stand.browser.local.get('user_id')).toBe('u1');
  });

  test('a refused refresh signs out; the queue stays, hidden from others, and continues for its owner', async () => {
    stand.server.tokens = new Set(['good']);
    const tab = await stand.browser.openTab();
    const file = makeRecording();
    const id = await tab.uploads.add('p1', file);
    await until(() => expect(tab.uploads.list()).toEqual([]));
    expect(stand.browser.local.has('token')).toBe(false);
    await tab.session.save({ token: 'good', userId: 'u2' });
    expect(tab.uploads.list()).toEqual([]);
    expect(await tab.store.allUploads()).toHaveLength(1);
    expect(stand.server.sentIndexes.filter((_, at) => stand.server.calls[at]?.token === 'good')).toEqual([]);
    await tab.session.save({ token: 'good', userId: 'u1' });
    await reach(tab, id, 'done');
    expect(stand.server.fileOf(id).equals(await bytesOf(file))).toBe(true);
  });
});

test('a pause between the sign-in of two tabs stays, and the person’s own resume ends it', async () => {
  // Somebody else signs in in another tab, just while the chunk is being sent.
  stand.server.fault = ({ path, token }) => {
    if (!isChunk(path) || token !== 'token-of-u1') return undefined;
    stand.browser.signIn('u2');
    return { status: 401, body: { code: 'unauthorized' } };
  };
  const tab = await stand.browser.openTab();
  const id = await tab.uploads.add('p1', makeRecording());
  await until(async () => expect((await tab.store.getUpload(id))?.state).toBe('wait-auth'));
  const waiting = await tab.store.uploadsOf('u1');
  // The other tab reads the row before the first one has changed it.
  const other = await stand.browser.openTab({ uploadsOf: async (of) => (of === 'u1' ? waiting : []) });
  await tab.session.save({ token: 'token-of-u2', userId: 'u2' });
  const isOfUpload = ({ name }: LockInfo) => name === `upload:${id}`;
  stand.server.fault = cutLine;
  await tab.session.save({ token: 'good', userId: 'u1' });
  await reach(tab, id, 'wait-net');
  await other.session.save({ token: 'good', userId: 'u1' });
  await until(async () => expect((await navigator.locks.query()).pending?.some(isOfUpload)).toBe(true));
  await tab.uploads.pause(id);
  await until(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    expect([...held, ...pending].filter(isOfUpload)).toEqual([]);
  });
  expect((await tab.store.getUpload(id))?.state).toBe('paused');
  stand.server.fault = () => undefined;
  await other.uploads.resume(id);
  await reach(other, id, 'done');
});

test('uploads read for one person are not shown to another who signed in meanwhile', async () => {
  stand.server.fault = cutLine;
  const before = await stand.browser.openTab();
  const id = await before.uploads.add('p1', makeRecording());
  await before.uploads.pause(id);
  await until(async () => expect((await before.store.getUpload(id))?.state).toBe('paused'));
  before.close();
  stand.server.fault = () => undefined;
  stand.browser.signIn('u2');
  const reading = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  const { stagedIndexes } = before.store;
  const tab = await stand.browser.openTab({
    async stagedIndexes(of) {
      if (of !== id) return stagedIndexes(of);
      reading.resolve();
      await read.promise;
      return [];
    },
  });
  const seen = new Set<string>();
  tab.uploads.subscribe(() => {
    for (const view of tab.uploads.list()) seen.add(view.id);
  });
  await tab.session.save({ token: 'token-of-u1', userId: 'u1' });
  await reading.promise;
  await tab.session.save({ token: 'token-of-u2', userId: 'u2' });
  read.resolve();
  const own = await tab.uploads.add('p2', makeRecording());
  await reach(tab, own, 'done');
  expect([...seen]).toEqual([own]);
});
