import { expect, type Page } from '@playwright/test';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { begin, dialog, fakeDevices, openProtocol, panel, played, recorded } from '#tests/support/recorder-steps.ts';

// Tests the effect of devices in a browser; recording-session.test.ts tests the logic.

test.use({ browserFlags: fakeDevices });

test('a recording continues with the sound when the camera is gone', async ({
  stand: { server, proxy, browser, folder },
}) => {
  const id = await createProtocol(server.url, await signIn(server.url), 'Совещание, на котором отключилась камера');
  const context = await browser.start();
  const page = await openProtocol(context, proxy.url, id);
  await page.evaluate(askForEachDevice);
  await begin(page, 'Камера и микрофон');
  await recorded(page, 2);
  await forbidCamera(page, proxy.url);
  const status = panel(page).getByRole('status').first();
  await expect(status).toHaveText('Камера отключилась: дальше только звук. Идёт запись');
  await expect(panel(page).getByLabel('Изображение с камеры')).toHaveCount(0);
  const soFar = Number((await panel(page).getByRole('timer').textContent())?.split(':').at(-1));
  await recorded(page, soFar + 4);
  await panel(page).getByRole('button', { name: 'Остановить и отправить' }).press('Enter');
  const video = await played(server.url, id, folder);
  expect(video.kinds).toEqual(['audio', 'video']);
  expect(video.seconds).toBeGreaterThan(soFar + 3);
});

/** Requests each device separately: devices requested together end together, while a pulled cable ends only one. */
function askForEachDevice(): void {
  const { mediaDevices } = navigator;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async ({ audio, video } = {}) => {
    const streams = [await ask({ audio: audio ?? false }), ...(video ? [await ask({ video })] : [])];
    return new MediaStream(streams.flatMap((stream) => stream.getTracks()));
  };
}

async function forbidCamera(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Browser.setPermission', { origin, permission: { name: 'camera' }, setting: 'denied' });
}

test('a recording started before the devices are open begins once they are', async ({
  stand: { server, proxy, browser },
}) => {
  const id = await createProtocol(server.url, await signIn(server.url), 'Совещание с медленной камерой');
  const context = await browser.start();
  // The person has not yet answered whether the page may use the microphone.
  await context.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const allowed = new Promise((resolve) => window.addEventListener('allowed', resolve));
    navigator.mediaDevices.getUserMedia = (asked) => allowed.then(() => open(asked));
  });
  const page = await openProtocol(context, proxy.url, id);
  await page.getByRole('button', { name: 'Записать' }).press('Enter');
  await dialog(page).getByRole('button', { name: 'Начать запись' }).press('Enter');
  await expect(dialog(page).getByText('Запись начнётся, как только браузер даст доступ.')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('allowed')));
  await expect(dialog(page)).toHaveCount(0);
  await recorded(page, 1);
  await expect(panel(page).getByRole('status').first()).toHaveText('Идёт запись');
});

test.describe('without devices', () => {
  test.use({ browserFlags: [] });

  test('a missing microphone is reported, and no recording starts', async ({ stand: { server, proxy, browser } }) => {
    const id = await createProtocol(server.url, await signIn(server.url), 'Совещание без микрофона');
    const page = await openProtocol(await browser.start(), proxy.url, id);
    await page.getByRole('button', { name: 'Записать' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Камера или микрофон не найдены.');
    await dialog(page).getByRole('button', { name: 'Только микрофон' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Микрофон не найден.');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Записать' })).toBeFocused();
  });
});
