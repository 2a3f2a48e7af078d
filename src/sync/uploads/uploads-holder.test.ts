import { expect, test, vi } from 'vitest';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { makeRecording, OfflineBrowser } from '#tests/support/offline-browser.ts';

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

test('a file is held by the tab where it was chosen, then by the one that takes the upload over', async () => {
  const server = await ChunkServer.start();
  server.fault = ({ method }) => (method === 'POST' ? 'reset' : undefined);
  const browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
  const [chosenHere, other] = [await browser.openTab(), await browser.openTab()];
  const id = await chosenHere.uploads.add('p1', makeRecording());
  await until(() => expect(other.uploads.list()).toHaveLength(1));
  expect([chosenHere.uploads.isFileOnlyHere(id), other.uploads.isFileOnlyHere(id)]).toEqual([true, false]);
  chosenHere.close();
  await until(() => expect(other.uploads.isFileOnlyHere(id)).toBe(true));
  browser.close();
  await server.stop();
});
