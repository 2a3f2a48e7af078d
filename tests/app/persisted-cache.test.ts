import { QueryObserver } from '@tanstack/react-query';
import { createStore, del, entries, get, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearDeviceCache, persistCache } from '#src/sync/cache/persisted-cache.ts';
import { createQueryClient } from '#src/sync/cache/query-client.ts';
import { ApiError } from '#src/sync/http/api-errors.ts';

const device = createStore('protokol-cache', 'queries');
const day = 24 * 3_600_000;
const stops: (() => void)[] = [];

/** Opens a tab of a person, with the device's queries in its cache. */
async function openTab(userId = '7') {
  const client = createQueryClient();
  const cache = persistCache(client, userId);
  stops.push(cache.stop);
  await cache.restored;
  return client;
}

/** Hides the page, as when the tab goes to the background: what was read is written at once. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'visibilityState');
}

async function kept(): Promise<Record<string, unknown>> {
  const rows = (await entries<string, { text?: string }>(device)).filter(([hash]) => hash !== 'owner');
  return Object.fromEntries(rows.map(([hash, row]) => [hash, row?.text]));
}

const rowOf = (key: unknown[], data: unknown, updatedAt = Date.now()) => ({
  key,
  text: JSON.stringify(data),
  updatedAt,
  usedAt: updatedAt,
});
const keep = (key: unknown[], row: unknown) => set(JSON.stringify(key), row, device);

beforeEach(clearDeviceCache);
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('cached answers are there at the next visit with their age, and are refetched', async () => {
  const client = await openTab();
  const updatedAt = Date.now() - 5000;
  client.setQueryData(['list'], { rows: [1, 2] }, { updatedAt });
  hide();
  await expect.poll(kept).toEqual({ '["list"]': '{"rows":[1,2]}' });

  const next = await openTab();
  expect(next.getQueryData(['list'])).toEqual({ rows: [1, 2] });
  expect(next.getQueryState(['list'])).toMatchObject({
    dataUpdatedAt: updatedAt,
    isInvalidated: true,
    status: 'success',
    fetchStatus: 'idle',
  });
});

test('a change under the time of the same answer is persisted, and equal data is not written again', async () => {
  const client = await openTab();
  const updatedAt = Date.now() - 5000;
  client.setQueryData(['list'], { rows: [1] }, { updatedAt });
  hide();
  await expect.poll(kept).toEqual({ '["list"]': '{"rows":[1]}' });
  client.setQueryData(['list'], { rows: [1, 2] }, { updatedAt });
  hide();
  await expect.poll(kept).toEqual({ '["list"]': '{"rows":[1,2]}' });

  // Whatever was written here again would take the place of this row.
  await keep(['list'], rowOf(['list'], 'of another tab', updatedAt));
  client.setQueryData(['list'], { rows: [1, 2] }, { updatedAt });
  hide();
  const next = await openTab();
  expect(next.getQueryData(['list'])).toBe('of another tab');
  next.setQueryData(['list'], 'patched', { updatedAt });
  hide();
  await expect.poll(kept).toEqual({ '["list"]': '"patched"' });
});

test('a tab that shows a query once more notes its use, and leaves what another tab made of it', async () => {
  const hours = Date.now() - 2 * 3_600_000;
  await openTab();
  await keep(['list'], rowOf(['list'], 'read', hours));
  const [one, other] = [await openTab(), await openTab()];
  one.setQueryData(['list'], 'patched', { updatedAt: hours });
  hide();
  await expect.poll(kept).toEqual({ '["list"]': '"patched"' });
  await keep(['list'], rowOf(['list'], 'patched', hours));
  stops.push(new QueryObserver(other, { queryKey: ['list'], enabled: false }).subscribe(() => undefined));
  hide();
  await expect.poll(async () => (await get<{ usedAt: number }>('["list"]', device))?.usedAt).toBeGreaterThan(hours);
  expect(await kept()).toEqual({ '["list"]': '"patched"' });
});

test('a query that another tab removed from the device is written again when it is used', async () => {
  const hours = Date.now() - 2 * 3_600_000;
  await openTab();
  await keep(['list'], rowOf(['list'], 'read', hours));
  const client = await openTab();
  await del('["list"]', device);
  const observer = new QueryObserver(client, { queryKey: ['list'], enabled: false });
  await expect
    .poll(() => {
      observer.subscribe(() => undefined)();
      hide();
      return kept();
    })
    .toEqual({ '["list"]': '"read"' });
});

test('what the cache holds is on the device once it says so', async () => {
  const client = createQueryClient();
  const cache = persistCache(client, '7');
  stops.push(cache.stop);
  await cache.restored;
  await cache.saved();
  client.setQueryData(['list'], 'read');
  await cache.saved();
  expect(await kept()).toEqual({ '["list"]': '"read"' });
  client.setQueryData(['list'], 'unsaved');
  cache.stop();
  await cache.saved();
});

test('data written while the page is visible is persisted a second later', async () => {
  const client = await openTab();
  client.setQueryData(['list'], 'read');
  await expect.poll(kept).toEqual({ '["list"]': '"read"' });
});

test('the cache of one person is neither shown to another nor left on the device', async () => {
  const client = await openTab('7');
  client.setQueryData(['list'], 'of the first');
  hide();
  await expect.poll(kept).toEqual({ '["list"]': '"of the first"' });
  const other = await openTab('8');
  expect(other.getQueryCache().getAll()).toEqual([]);
  expect(await kept()).toEqual({});
  // A tab of the first person that writes late does not reach the device's cache of the second.
  client.setQueryData(['list'], 'late');
  hide();
  other.setQueryData(['own'], 1);
  hide();
  await expect.poll(kept).toEqual({ '["own"]': '1' });
  expect((await openTab('8')).getQueryData(['list'])).toBeUndefined();
});

test('the cache of another version is discarded', async () => {
  await set('owner', '1:7', device);
  await set('client', { timestamp: Date.now(), buster: '1:7', clientState: { queries: [] } }, device);
  await keep(['list'], rowOf(['list'], 'old shape'));
  expect((await openTab()).getQueryCache().getAll()).toEqual([]);
  expect(await kept()).toEqual({});
});

test('broken, half-written, too old or future entries are left out; the others are restored', async () => {
  await openTab();
  await keep(['whole'], rowOf(['whole'], 'good'));
  await keep(['cut off'], { ...rowOf(['cut off'], 'x'), text: '{"rows":[1,' });
  await keep(['no text'], { key: ['no text'], updatedAt: Date.now(), usedAt: 0 });
  await keep(['nothing'], null);
  await keep(['other'], rowOf(['misplaced'], 1));
  await keep(['old'], rowOf(['old'], 1, Date.now() - 7 * day - 1));
  await keep(['future'], rowOf(['future'], 1, Date.now() + day));
  const client = await openTab();
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['whole']]);
  await expect.poll(async () => Object.keys(await kept())).not.toContain('["cut off"]');
});

test('two tabs persist what each has read, and of a shared query the newer answer', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const now = Date.now();
  one.setQueryData(['shared'], 'newer', { updatedAt: now });
  one.setQueryData(['of one'], 1);
  hide();
  await expect.poll(kept).toMatchObject({ '["shared"]': '"newer"' });
  other.setQueryData(['shared'], 'older', { updatedAt: now - 1000 });
  other.setQueryData(['of the other'], 2);
  hide();
  await expect.poll(kept).toEqual({ '["shared"]': '"newer"', '["of one"]': '1', '["of the other"]': '2' });
});

test('a failed query keeps its old data; a refused or pending query, and a mutation, are not persisted', async () => {
  const client = await openTab();
  for (const name of ['failed', 'gone']) client.setQueryData([name], 'had');
  hide();
  await expect.poll(async () => Object.keys(await kept())).toHaveLength(2);
  const fail = (name: string, status: number) =>
    client
      .fetchQuery({
        queryKey: [name],
        retry: false,
        staleTime: 0,
        queryFn: () => Promise.reject(new ApiError({ status, code: 'x', message: 'x', serverMessage: 'x' })),
      })
      .catch(() => undefined);
  await Promise.all([fail('failed', 500), fail('gone', 404), fail('never', 500)]);
  client.fetchQuery({ queryKey: ['under way'], queryFn: () => new Promise(() => undefined) }).catch(() => undefined);
  const mutation = client.getMutationCache().build(client, { mutationFn: () => new Promise(() => undefined) });
  void mutation.execute('typed');
  hide();
  await expect.poll(kept).toEqual({ '["failed"]': '"had"' });
  client.clear();
});

test('a removed query is removed from the device', async () => {
  const client = await openTab();
  client.setQueryData(['protocol', '1'], 'deleted');
  hide();
  await expect.poll(kept).not.toEqual({});
  client.removeQueries({ queryKey: ['protocol', '1'] });
  hide();
  await expect.poll(kept).toEqual({});
});

test('nothing is persisted after a sign-out in another tab', async () => {
  const client = await openTab();
  client.setQueryData(['list'], 'read');
  await clearDeviceCache();
  hide();
  // A later tab of the same person is behind that write in the database's queue.
  const next = await openTab();
  expect(next.getQueryCache().getAll()).toEqual([]);
  expect(await kept()).toEqual({});
});

test('the device holds at most 500 queries; an answer too long to keep is not kept', async () => {
  const client = await openTab();
  for (let index = 0; index < 510; index += 1) client.setQueryData([index], index);
  client.setQueryData(['long'], 'x'.repeat(1_000_001));
  hide();
  await expect.poll(async () => Object.keys(await kept()).length).toBe(500);
  expect(await kept()).not.toHaveProperty('["long"]');
});

test('a URL is stored without its signature', async () => {
  const client = await openTab();
  const video = { url: '/api/protocols/1/video?expires=1&signature=abc', name: 'запись?.mp4', poster_url: null };
  client.setQueryData(['protocol'], { video });
  hide();
  await expect.poll(kept).not.toEqual({});
  expect(JSON.parse(String((await kept())['["protocol"]']))).toEqual({
    video: { ...video, url: '/api/protocols/1/video' },
  });
});

test('a database that cannot be opened, or never answers, causes no error', async () => {
  for (const open of [
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
    () => new EventTarget(),
  ]) {
    vi.resetModules();
    vi.stubGlobal('indexedDB', { open });
    vi.useFakeTimers();
    const fresh = await import('#src/sync/cache/persisted-cache.ts');
    const client = createQueryClient();
    const cache = fresh.persistCache(client, '7');
    stops.push(cache.stop);
    await vi.advanceTimersByTimeAsync(3000);
    await cache.restored;
    client.setQueryData(['list'], 1);
    hide();
    await vi.advanceTimersByTimeAsync(3000);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
