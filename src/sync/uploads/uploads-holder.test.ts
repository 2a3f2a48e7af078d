import { expect, test } from 'vitest';
import { makeRecording } from '#tests/support/offline-browser.ts';
import { eachWithUploads, until } from '#tests/support/uploads-stand.ts';

const stand = eachWithUploads();

test('a file is held by the tab where it was chosen, then by the one that takes the upload over', async () => {
  const { browser, server } = stand;
  server.fault = ({ method }) => (method === 'POST' ? 'reset' : undefined);
  const [chosenHere, other] = [await browser.openTab(), await browser.openTab()];
  const id = await chosenHere.uploads.add('p1', makeRecording());
  await until(() => expect(other.uploads.list()).toHaveLength(1));
  expect([chosenHere.uploads.isFileOnlyHere(id), other.uploads.isFileOnlyHere(id)]).toEqual([true, false]);
  chosenHere.close();
  await until(() => expect(other.uploads.isFileOnlyHere(id)).toBe(true));
});

test('a tab that is closed while it takes up an upload lets go of it', async () => {
  const { browser } = stand;
  const store = browser.openStore();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const tab = await browser.openTab({
    async getUpload(id) {
      asked.resolve();
      await held.promise;
      return store.getUpload(id);
    },
  });
  const id = await tab.uploads.add('p1', makeRecording());
  await asked.promise;
  tab.close();
  held.resolve();
  await navigator.locks.request(`upload:${id}`, () => undefined);
  expect((await store.getUpload(id))?.state).toBe('queued');
});
