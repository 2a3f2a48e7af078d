import { expect, test, vi } from 'vitest';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { ChunkServer } from '#tests/support/chunk-server.ts';
import { makeRecording, OfflineBrowser } from '#tests/support/offline-browser.ts';
import { Driver } from './driver.ts';
import { newRow } from './finish-recording.ts';
import { hashHere } from './hasher.ts';
import { cut } from './source.ts';

test('a digest that arrives after the file was re-cut is dropped', async () => {
  const server = await ChunkServer.start();
  server.capabilities = undefined;
  const browser = new OfflineBrowser(server.url);
  browser.signIn('u1');
  const store = browser.openStore();
  const session = browser.openSession(store);
  await session.read();
  const half = chunkBytes / 2;
  server.fault = ({ bytes }) => (bytes > half ? { status: 413 } : undefined);
  const file = makeRecording(chunkBytes + 5);
  const row = newRow(file, { id: 'a', ownerId: 'u1', protocolId: 'p1', chunkSize: chunkBytes, now: 0 });
  await store.putUpload(row, 'strict');
  const isRecut = () => server.callsTo('POST', /upload-chunks/).some(({ fields }) => fields.total_chunks === '3');
  const parts = browser.workParts(store, session);
  let digests = 0;
  const driver = new Driver(
    {
      ...parts,
      async hash(blob) {
        // The second is that of the next chunk, read while the first is on its way.
        digests += 1;
        if (digests === 2) await vi.waitFor(() => expect(isRecut()).toBe(true), { timeout: 10_000 });
        return hashHere(blob);
      },
      onCall: () => undefined,
      onBusy: () => undefined,
      onStage: () => undefined,
      onChange: () => undefined,
      onFull: () => undefined,
    },
    row,
    file,
  );
  driver.begin({ type: 'start' }, []);
  await driver.ended;
  const { row: reached } = driver.drive;
  expect(reached).toMatchObject({ state: 'done', chunkSize: half, total: 3 });
  expect(reached.hashes).toEqual(await Promise.all([0, 1, 2].map((index) => hashHere(cut(file, reached, index)))));
  store.close();
  await server.stop();
});
