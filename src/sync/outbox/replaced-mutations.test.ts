import { describe, expect, test } from 'vitest';
import type { Tab } from '#tests/support/offline-browser.ts';
import { changeProtocol, eachWithOutbox, open, states, until } from '#tests/support/outbox-stand.ts';
import { StorageFullError } from '../store/store.ts';

const stand = eachWithOutbox();

/** Saves a field as the forms do: the last unsent mutation of the thing absorbs it. */
const keep = (tab: Tab, id: string, change: Record<string, unknown>) => {
  const write = changeProtocol(id, change);
  return tab.outbox.enqueue(write, () => ({ ...write }));
};

/** Opens a tab whose device cannot record the first sending, and holds each PUT until `isReleased` resolves for its path. */
async function openFullDevice(isReleased: (path: string) => Promise<void>): Promise<Tab> {
  const plain = stand.browser.fetch;
  stand.browser.fetch = async (path, init) => {
    if (init?.method === 'PUT') await isReleased(String(path));
    return plain(path, init);
  };
  const store = stand.browser.openStore();
  const full = new StorageFullError('full');
  let claims = 0;
  return stand.browser.openTab({
    changeOutbox: (ownerId, change) =>
      store.changeOutbox(ownerId, (...known) => {
        const changed = change(...known);
        const isClaim = changed.put?.some(({ begun, request }) => begun && request.path === '/protocols/p1');
        if (isClaim && claims++ === 0) throw full;
        return changed;
      }),
  });
}

describe('saves that take the place of one under way', () => {
  test('are kept where an earlier one is under way that the full device could not record', async () => {
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stand.server.things.set('p1', { version: 1 });
    const tab = await openFullDevice(() => {
      asked.resolve();
      return released.promise;
    });
    const told: string[] = [];
    tab.outbox.subscribe(() => told.push(...states(tab)));
    await keep(tab, 'p1', { version: 1, listened: 'а' });
    await asked.promise;
    await keep(tab, 'p1', { version: 1, listened: 'аб' });
    expect(await tab.store.unsentMutations('u1')).toHaveLength(1);
    released.resolve();
    await until(() => expect(stand.server.things.get('p1')).toEqual({ version: 3, listened: 'аб' }));
    await until(() => expect(tab.outbox.list()).toEqual([]));
    await until(async () => expect(await tab.store.outboxRows('u1')).toEqual({ unsent: [], sent: [] }));
    expect(told).not.toContain('conflict');
  });

  test('stay where an earlier one is refused and returns to its form', async () => {
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stand.server.things.set('p1', { version: 1 });
    stand.server.fault = ({ body }) => (body?.listened === 'а' ? { status: 422, body: {} } : undefined);
    const tab = await openFullDevice(() => {
      asked.resolve();
      return released.promise;
    });
    const outcome = tab.outbox.sendFromForm(changeProtocol('p1', { listened: 'а' }), open);
    await asked.promise;
    await keep(tab, 'p1', { listened: 'аб' });
    released.resolve();
    expect(await outcome).toMatchObject({ kind: 'refused' });
    await until(() => expect(stand.server.things.get('p1')).toEqual({ version: 2, listened: 'аб' }));
  });

  test('wait for an earlier one that is under way, also while another scope is sent', async () => {
    stand.server.things.set('p1', { version: 1 }).set('p2', { version: 1 });
    stand.server.reachable = false;
    const before = await stand.browser.openTab();
    await keep(before, 'p1', { listened: 'а' });
    await keep(before, 'p2', { place: 'Зал' });
    before.close();
    stand.server.reachable = true;
    const asked = Promise.withResolvers<void>();
    const released = { p1: Promise.withResolvers<void>(), p2: Promise.withResolvers<void>() };
    let countOfP1 = 0;
    const tab = await openFullDevice(async (path) => {
      if (path.endsWith('p2')) return released.p2.promise;
      asked.resolve();
      countOfP1 += 1;
      if (countOfP1 === 1) await released.p1.promise;
    });
    await asked.promise;
    await keep(tab, 'p1', { listened: 'аб' });
    released.p2.resolve();
    await until(() => expect(stand.server.things.get('p2')).toMatchObject({ version: 2 }));
    await until(async () => expect(await tab.store.unsentMutations('u1')).toHaveLength(1));
    released.p1.resolve();
    await until(() => expect(tab.outbox.list()).toEqual([]));
    expect(stand.server.things.get('p1')).toEqual({ version: 3, listened: 'аб' });
  });
});
