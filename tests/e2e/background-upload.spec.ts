import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, expect, test } from '@playwright/test';
import { chunkBytes } from '#contract/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { createProtocolInApp, signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

let folder: string;
let server: ServerProcess;
let proxy: FaultProxy;
let browser: BrowserProcess;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-e2e-'));
  server = await ServerProcess.start(join(folder, 'data'));
  proxy = await FaultProxy.start(server.port);
  browser = new BrowserProcess(join(folder, 'profile'));
});

test.afterEach(async () => {
  await browser.kill();
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the worker finishes an upload, processing included, with no window open', async () => {
  const video = await makeTestVideo(64);
  const context = await browser.start();
  const page = await signInAsSecretary(context, proxy.url);
  const protocolId = await createProtocolInApp(page, 'Заседание комиссии по приёмке');
  const blank = await context.newPage();
  const devtools = await context.newCDPSession(blank);
  const registrationId = await workerOf(devtools, proxy.url);

  const held = proxy.holdAt(proxy.bytesUp + 1.5 * chunkBytes);
  await page.getByLabel('Выбрать видео').setInputFiles(video);
  await held;
  proxy.cut();
  await expect(page.getByRole('region', { name: 'Загрузка видео' })).toContainText('файл сохранён на устройстве');
  await page.close();
  proxy.restore();
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: proxy.url,
    registrationId,
    tag: 'uploads',
    lastChance: false,
  });

  const token = await signIn(server.url);
  const stage = async () => {
    const { data } = await getJson<{ data: { stage: string } }>(server.url, token, `/protocols/${protocolId}`);
    return data.stage;
  };
  await expect.poll(stage, { timeout: 60_000 }).toBe('success_video_process');
  expect(context.pages()).toEqual([blank]);
});

/** The id of the app's service worker registration, once the worker is active. */
function workerOf(devtools: CDPSession, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ scriptURL, status }) => scriptURL.startsWith(origin) && status === 'activated');
      if (active) resolve(active.registrationId);
    });
    devtools.send('ServiceWorker.enable').catch(reject);
  });
}
