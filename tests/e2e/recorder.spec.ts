import { expect } from '@playwright/test';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { openFiles } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { begin, fakeDevices, left, openProtocol, panel, played, recorded } from '#tests/support/recorder-steps.ts';
import { tokenIsOnDisk } from '#tests/support/token-on-disk.ts';

test.use({ browserFlags: fakeDevices });

test('a meeting is recorded, paused, marked, sent and can be played', async ({
  stand: { server, proxy, browser, folder },
}) => {
  const token = await signIn(server.url);
  const decisions = [{ id: crypto.randomUUID(), text: 'Утвердить смету' }];
  const agenda = [{ id: crypto.randomUUID(), title: 'О смете', decisions }];
  const id = await createProtocol(server.url, token, 'Совещание с записью', { agenda });
  const page = await openProtocol(await browser.start(), proxy.url, id);
  await begin(page, 'Камера и микрофон');
  await expect(page.getByRole('button', { name: 'Выбрать видео' })).toHaveCount(0);
  await recorded(page, 3);
  await panel(page).getByRole('button', { name: 'Пауза' }).press('Enter');
  await expect(panel(page).getByRole('status').first()).toHaveText('Запись на паузе');
  await panel(page).getByRole('button', { name: 'Продолжить' }).press('Enter');
  await test.step('what is written meanwhile has its moment, and a question and a mark have theirs by a key', async () => {
    await page.getByText('Утвердить смету').click();
    await page.keyboard.press('Alt+q');
    await page.keyboard.type(' целиком');
    await expect(page.getByText(/^Вопрос 1 начинается: 0:\d\d$/)).toBeVisible();
    await page.keyboard.press('Alt+m');
    await page.keyboard.type('Спорное место');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Решение 1')).toBeFocused();
    await page.keyboard.press('Escape');
  });
  await recorded(page, 5);
  await panel(page).getByRole('button', { name: 'Остановить и отправить' }).press('Enter');
  await expect(panel(page)).toHaveCount(0);
  const video = await played(server.url, id, folder);
  const kept = (await getJson<{ data: Protocol }>(server.url, token, `/protocols/${id}`)).data;
  const moment = { start: expect.any(Number), recording_id: kept.video?.upload_id };
  expect(kept.agenda).toMatchObject([
    { evidence: moment, decisions: [{ text: 'Утвердить смету целиком', evidence: moment }] },
  ]);
  expect(kept.marks).toMatchObject([{ text: 'Спорное место', recording_id: kept.video?.upload_id }]);
  await page.getByRole('button', { name: 'Вопросы и отметки' }).click();
  await expect(page.getByText('Отметки: 1')).toBeVisible();
  expect(video.name).toMatch(/^Запись \d{4}-\d\d-\d\d \d\d-\d\d\.webm$/);
  expect(video.kinds).toEqual(['audio', 'video']);
  expect(video.seconds).toBeGreaterThan(3);

  await test.step('the next one is in sight while it is made, whatever was recorded before', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Видео' }).click();
    await expect(page.getByLabel('Запись: Совещание с записью')).toBeVisible();
    // A replacement of the present recording starts where that one is shown.
    await openFiles(page);
    await begin(page, 'Камера и микрофон');
    // Toasts at the bottom of the window are not tested here.
    const toast = page.getByRole('button', { name: /^Видео обработано/ });
    if (await toast.isVisible()) await toast.click();
    await expect(toast).toHaveCount(0);
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
    for (const name of ['Пауза', 'Остановить и отправить', 'Удалить'])
      await panel(page).getByRole('button', { name }).click({ trial: true });
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
  });

  await test.step('on a phone all that marks and writes takes two lines of the foot, said words among them', async () => {
    await page.getByRole('tab', { name: 'Протокол' }).click();
    await page.getByText('Утвердить смету целиком').click();
    await page.keyboard.type('!');
    await page.keyboard.press('Alt+q');
    await expect(page.getByText(/^Вопрос 1 начинается/)).toBeVisible();
    const lines = () =>
      page.locator('[data-foot]').evaluate((foot) => {
        const buttons = [...foot.querySelectorAll('button')].filter((each) => each.checkVisibility());
        const feet = buttons.map((each) => each.getBoundingClientRect().bottom).sort((one, other) => one - other);
        return feet.filter((bottom, index) => index === 0 || bottom - (feet[index - 1] ?? 0) > 12).length;
      });
    await expect.poll(lines).toBe(2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Вставить повестку' })).toBeVisible();
    await expect.poll(lines).toBe(2);
  });
});

test('a recording survives a killed browser and can be sent', { tag: '@long' }, async ({
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

test('offline a recording of sound waits in the queue, and is sent when the connection returns', {
  tag: '@long',
}, async ({ stand: { server, proxy, browser, folder } }) => {
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
  await expect(page.getByRole('button', { name: 'Воспроизвести' })).toBeVisible();
  await expect(player, 'without a picture').toBeHidden();
});

test('leaving while recording asks first and keeps the recording; deleting it asks first, too', {
  tag: '@long',
}, async ({ stand: { server, proxy, browser } }) => {
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
