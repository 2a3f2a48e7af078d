import { type CDPSession, expect } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { createProtocolInApp, signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';

test('the service worker finishes an upload, processing included, with no window open', async ({ stand }) => {
  const { server, proxy, browser } = stand;
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

/** Resolves with the id of the app's service worker registration, once the worker is active. */
function workerOf(devtools: CDPSession, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ scriptURL, status }) => scriptURL.startsWith(origin) && status === 'activated');
      if (active) resolve(active.registrationId);
    });
    devtools.send('ServiceWorker.enable').catch(reject);
  });
}
