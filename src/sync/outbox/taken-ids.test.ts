import { expect, test } from 'vitest';
import type { Tab } from '#tests/support/offline-browser.ts';
import { changeProtocol, eachWithOutbox, makeProtocol, makeTask, states, until } from '#tests/support/outbox-stand.ts';
import { StorageFullError } from '../store/store.ts';

const stand = eachWithOutbox();
const deletion = { ...changeProtocol('p1', {}), request: { method: 'DELETE' as const, path: '/protocols/p1' } };
const edited = { variables: {}, request: makeProtocol('p1', { title: 'Собрание' }).request };

/** Opens a tab whose device is full when the first mutation is recorded as being sent. */
async function openFullOnce(): Promise<Tab> {
  const store = stand.browser.openStore();
  let isFull = true;
  return stand.browser.openTab({
    changeOutbox: (ownerId, change) =>
      store.changeOutbox(ownerId, (...known) => {
        const changed = change(...known);
        if (!isFull || !changed.put?.some(({ begun }) => begun)) return changed;
        isFull = false;
        throw new StorageFullError('full');
      }),
  });
}

/** Loses the answer to the first mutation, and the connection with it. */
function loseFirstAnswer(): void {
  stand.server.fault = () => {
    stand.server.fault = () => undefined;
    stand.server.reachable = false;
    return 'reset-afterwards';
  };
}

test('a creation that the full device did not record as sent may have arrived: it is not edited under another key, and its deletion is sent', async () => {
  loseFirstAnswer();
  const tab = await openFullOnce();
  await tab.outbox.sendFromForm(makeProtocol('p1'));
  await until(() => expect(tab.outbox.list()).toMatchObject([{ begun: true, attempt: 1 }]));
  expect(await tab.outbox.editUnsent(tab.outbox.list()[0]?.id ?? '', edited)).toBe(false);
  await tab.outbox.remove(deletion);
  stand.server.reachable = true;
  await until(() => expect(tab.outbox.list()).toEqual([]));
  expect(stand.server.sent.at(-1)).toBe('DELETE /protocols/p1');
  expect(stand.server.things.size).toBe(0);
});

/** Edits a creation during a request that the device did not record, and whose answer is lost. */
async function editDuringRequest(): Promise<Tab> {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const plain = stand.browser.fetch;
  stand.browser.fetch = async (path, init) => {
    if (init?.method === 'POST') {
      asked.resolve();
      await released.promise;
    }
    return plain(path, init);
  };
  loseFirstAnswer();
  const tab = await openFullOnce();
  void tab.outbox.sendFromForm(makeProtocol('p1'));
  await asked.promise;
  expect(await tab.outbox.editUnsent(tab.outbox.list()[0]?.id ?? '', edited)).toBe(true);
  released.resolve();
  await until(() => expect(stand.server.things.get('p1')).toMatchObject({ title: 'Совет' }));
  stand.server.reachable = true;
  await until(() => expect(states(tab)).toEqual(['failed']));
  return tab;
}

test('a creation edited during a request that created it is refused as already there, and keeps the edit', async () => {
  const tab = await editDuringRequest();
  const message = expect.stringContaining('уже сохранено');
  expect(tab.outbox.list()).toMatchObject([{ request: edited.request, fault: { code: 'id_taken', message } }]);
  // What is there can be changed, named and deleted without the refused row.
  await tab.outbox.sendFromForm(makeTask('p1', 't1'));
  await tab.outbox.sendFromForm(changeProtocol('p1', { place: 'Зал' }));
  await until(() => expect(states(tab)).toEqual(['failed']));
  expect(stand.server.things.get('p1')).toMatchObject({ place: 'Зал' });
  expect(stand.server.things.has('t1')).toBe(true);
  await tab.outbox.remove(deletion);
  await until(() => expect(tab.outbox.list()).toEqual([]));
  expect(stand.server.things.has('p1')).toBe(false);
});

test('a creation refused as already there is discarded without what names it', async () => {
  const tab = await editDuringRequest();
  stand.server.reachable = false;
  await tab.outbox.sendFromForm(makeTask('p1', 't1'));
  const [refused] = tab.outbox.list();
  expect(tab.outbox.dependentsOf(refused?.id ?? '')).toEqual([]);
  await tab.outbox.discard(refused?.id ?? '');
  stand.server.reachable = true;
  await until(() => expect(stand.server.things.has('t1')).toBe(true));
});
