import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { tokenIsOnDisk } from '#tests/support/token-on-disk.ts';

test.use({ browserFlags: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Запись встречи' });
const panel = (page: Page) => page.getByRole('region', { name: 'Запись встречи' });
const left = (page: Page) => page.getByRole('region', { name: 'Незаконченная запись' });

/** Opens the protocol and begins to record by the keyboard alone. */
async function begin(page: Page, mode: 'Камера и микрофон' | 'Только микрофон'): Promise<void> {
  await page.getByRole('button', { name: 'Записать' }).press('Enter');
  await dialog(page).getByRole('button', { name: mode }).press('Enter');
  if (mode === 'Камера и микрофон') await expect(dialog(page).getByLabel('Изображение с камеры')).toBeVisible();
  await expect(dialog(page).getByText('Уровень звука')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Начать запись' }).press('Enter');
  await expect(panel(page).getByRole('status').first()).toHaveText('Идёт запись');
}

/** Waits until so many seconds are recorded. */
async function recorded(page: Page, seconds: number): Promise<void> {
  const timer = panel(page).getByRole('timer');
  await expect.poll(async () => Number((await timer.textContent())?.split(':').at(-1))).toBeGreaterThanOrEqual(seconds);
}

/** The processed video as ffprobe reads it. */
async function played(url: string, protocolId: string, folder: string) {
  const token = await signIn(url);
  const protocol = async () =>
    (
      await getJson<{ data: { stage: string; video?: { url: string; name: string } } }>(
        url,
        token,
        `/protocols/${protocolId}`,
      )
    ).data;
  await expect.poll(async () => (await protocol()).stage, { timeout: 90_000 }).toBe('success_video_process');
  const { video } = await protocol();
  const answer = await fetch(new URL(video?.url ?? '', url));
  const path = join(folder, 'played');
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-show_entries', 'format=duration:stream=codec_type', '-of', 'json', path],
  ]);
  const { format, streams } = JSON.parse(stdout) as {
    format: { duration: string };
    streams: { codec_type: string }[];
  };
  const kinds = streams.map(({ codec_type }) => codec_type).sort();
  return { name: video?.name, seconds: Number(format.duration), kinds };
}

async function openProtocol(context: BrowserContext, url: string, id: string): Promise<Page> {
  const page = await signInAsSecretary(context, url);
  await page.goto(`${url}/main/protocols/${id}`);
  return page;
}

test('a meeting is recorded, paused, sent and can be played', async ({ stand: { server, proxy, browser, folder } }) => {
  const id = await createProtocol(server.url, await signIn(server.url), 'Совещание с записью');
  const page = await openProtocol(await browser.start(), proxy.url, id);
  await begin(page, 'Камера и микрофон');
  await expect(page.getByRole('button', { name: 'Выбрать видео' })).toHaveCount(0);
  await recorded(page, 3);
  await panel(page).getByRole('button', { name: 'Пауза' }).press('Enter');
  await expect(panel(page).getByRole('status').first()).toHaveText('Запись на паузе');
  await panel(page).getByRole('button', { name: 'Продолжить' }).press('Enter');
  await recorded(page, 5);
  await panel(page).getByRole('button', { name: 'Остановить и отправить' }).press('Enter');
  await expect(panel(page)).toHaveCount(0);
  const video = await played(server.url, id, folder);
  expect(video.name).toMatch(/^Запись \d{4}-\d\d-\d\d \d\d-\d\d\.webm$/);
  expect(video.kinds).toEqual(['audio', 'video']);
  expect(video.seconds).toBeGreaterThan(3);

  await test.step('the next one is in sight while it is made, whatever was recorded before', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Видео' }).click();
    await expect(page.getByLabel('Запись: Совещание с записью')).toBeVisible();
    await begin(page, 'Камера и микрофон');
    // What passes over the foot of the window is not asked about here.
    await expect(page.getByText('Видео обработано')).toHaveCount(0);
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
    for (const name of ['Пауза', 'Остановить и отправить', 'Удалить'])
      await panel(page).getByRole('button', { name }).click({ trial: true });
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
  });
});

test('a browser that is killed while it records leaves a recording that can be sent', async ({
  stand: { server, proxy, browser, folder },
}) => {
  const id = await createProtocol(server.url, await signIn(server.url), 'Совещание, на котором погас свет');
  const page = await openProtocol(await browser.start(), proxy.url, id);
  await begin(page, 'Камера и микрофон');
  await recorded(page, 6);
  await tokenIsOnDisk(browser.profile);
  await browser.kill();

  const context = await browser.start();
  const next = context.pages()[0] ?? (await context.newPage());
  await next.goto(`${proxy.url}/main/home`);
  await next.getByRole('link', { name: 'К протоколу с записью' }).click();
  await expect(left(next)).toContainText('Незаконченная запись, меньше минуты');
  await left(next).getByRole('button', { name: 'Отправить' }).click();
  await expect(left(next)).toHaveCount(0);
  const video = await played(server.url, id, folder);
  expect(video.kinds).toEqual(['audio', 'video']);
  expect(video.seconds).toBeGreaterThan(3);
});

test('without a line a recording of sound waits in the queue, and goes when the line returns', async ({
  stand: { server, proxy, browser, folder },
}) => {
  const id = await createProtocol(server.url, await signIn(server.url), 'Совещание без связи');
  const context = await browser.start();
  const page = await openProtocol(context, proxy.url, id);
  await expect(page.getByRole('button', { name: 'Записать' })).toBeVisible();
  // By then the device has all of the app.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  proxy.cut();
  await begin(page, 'Только микрофон');
  await recorded(page, 3);
  await panel(page).getByRole('button', { name: 'Остановить и отправить' }).click();
  await expect(page.getByRole('region', { name: 'Загрузка видео' })).toContainText(
    /Нет подключения.*файл сохранён на устройстве/,
  );
  proxy.restore();
  const video = await played(server.url, id, folder);
  expect(video.seconds).toBeGreaterThan(2);
  expect(video.kinds).toContain('audio');
  const player = page.getByLabel('Запись: Совещание без связи');
  await expect(player).toBeVisible();
  await expect.poll(async () => (await player.boundingBox())?.height, 'without a picture').toBeLessThan(80);
});

test('a recording whose camera is gone goes on with the sound', async ({
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

/** What is asked for together is taken away together; a cable that is pulled takes one device. */
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

test('a recording that is begun before the devices are open begins once they are', async ({
  stand: { server, proxy, browser },
}) => {
  const id = await createProtocol(server.url, await signIn(server.url), 'Совещание с медленной камерой');
  const context = await browser.start();
  // A person who has not answered yet whether the page may listen.
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

test('who leaves while recording is asked, and what was recorded stays; who deletes it is asked too', async ({
  stand: { server, proxy, browser },
}) => {
  const id = await createProtocol(server.url, await signIn(server.url), 'Совещание, с которого ушли');
  const page = await openProtocol(await browser.start(), proxy.url, id);
  await begin(page, 'Только микрофон');
  await recorded(page, 2);
  await page.getByRole('button', { name: 'Выйти' }).click();
  const leaving = page.getByRole('alertdialog', { name: 'Остановить запись и выйти?' });
  await leaving.getByRole('button', { name: 'Остаться' }).click();
  await page.getByRole('link', { name: 'Главная' }).click();
  const question = page.getByRole('alertdialog', { name: 'Остановить запись и уйти?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(panel(page).getByRole('status').first()).toHaveText('Идёт запись');
  await page.getByRole('link', { name: 'Главная' }).click();
  await question.getByRole('button', { name: 'Остановить и уйти' }).click();
  await expect(page).toHaveURL(/\/main\/home$/);
  await page.getByRole('link', { name: 'К протоколу с записью' }).click();
  await left(page).getByRole('button', { name: 'Удалить' }).click();
  await page
    .getByRole('alertdialog', { name: 'Удалить запись?' })
    .getByRole('button', { name: 'Удалить запись' })
    .click();
  await expect(left(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Записать' })).toBeVisible();
  await expect(left(page)).toHaveCount(0);
});

test.describe('without devices', () => {
  test.use({ browserFlags: [] });

  test('a missing microphone is told, and nothing is begun', async ({ stand: { server, proxy, browser } }) => {
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
