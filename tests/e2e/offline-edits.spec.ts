import { type BrowserContext, expect, type Page } from '@playwright/test';
import { createKeyword, demoSecretary, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { untilKept } from '#tests/support/kept-query.ts';
import { onePixelPng } from '#tests/support/picture.ts';

// Offline, pages are served by the service worker.
test.use({ serviceWorkers: 'allow' });

interface Meeting {
  id: string;
  title: string;
  start_at: string;
  files: { name: string }[];
}

// A month used neither by demo data nor by another test.
const november = '?start_date_at=2031-11-01&end_date_at=2031-11-30';
const png = Buffer.from(onePixelPng);

const mark = (page: Page) => page.getByRole('button', { name: 'ожидает отправки' });
const keywords = (page: Page) => page.getByRole('list', { name: 'Ключевые слова' });
const nothingWaits = async (page: Page) => {
  await expect(mark(page)).toHaveCount(0);
};

/** Signs in and waits until the app can open offline. */
async function openApp(context: BrowserContext, url: string): Promise<Page> {
  const page = await signInAsSecretary(context, url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  return page;
}

test('offline edits survive a reload, appear in every tab, and reach the server exactly once', async ({
  context,
  server,
  trouble,
}) => {
  const proxy = await FaultProxy.start(server.port);
  const token = await signIn(server.url);
  const read = async <T>(path: string) => (await getJson<{ data: T }>(server.url, token, path)).data;
  // Unique words: other tests look for those of the demo.
  const [renamed, removed] = ['для замены', 'для удаления'] as const;
  for (const name of [renamed, removed]) await createKeyword(server.url, token, name);
  const wordsBefore = (await read<{ name: string }[]>('/keywords')).map(({ name }) => name);
  const page = await openApp(context, proxy.url);
  await page.goto(`${proxy.url}/main/meetings?view=list&date=2031-11-10&new=2031-11-10T10:00`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название').fill('Планёрка');
  await dialog.getByRole('button', { name: 'Создать встречу' }).click();
  await expect(page.getByText('Встреча создана')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Планёрка' })).toBeVisible();
  // It is shown before the list has loaded; leaving the screen would abort that request.
  await untilKept(page, 'meetings', 'Планёрка');
  await page.getByRole('link', { name: 'Настройки' }).click();
  await expect(page.getByLabel('Телефон')).toBeVisible();
  await page.getByRole('link', { name: 'Ключевые слова' }).click();
  await expect(keywords(page).getByText(renamed, { exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${proxy.url}/main/settings/keywords`);
  await expect(keywords(other).getByText(renamed, { exact: true })).toBeVisible();
  await untilKept(page, 'keywords', renamed);
  await untilKept(page, 'me', demoSecretary.email);

  proxy.cut();
  await test.step('keywords, shown in the other tab too', async () => {
    const field = page.getByLabel('Новое ключевое слово');
    await field.fill('аванс');
    await field.press('Enter');
    await expect(keywords(page).getByText('аванс', { exact: true })).toBeVisible();
    await field.fill('ярмарка');
    await field.press('Enter');
    await keywords(page)
      .getByRole('button', { name: `Переименовать: ${renamed}` })
      .click();
    await page.keyboard.type('переименовано');
    await page.keyboard.press('Enter');
    await keywords(page)
      .getByRole('button', { name: `Удалить: ${removed}` })
      .click();
    await expect(keywords(page).getByText(`Удалено: «${removed}»`)).toBeVisible();
    await expect(mark(page)).toHaveCount(3);
    await expect(mark(other)).toHaveCount(3);
    await expect(keywords(other).getByText(removed, { exact: true })).toHaveCount(0);
  });

  await test.step('a meeting with a file, another moved', async () => {
    await page.goto(`${proxy.url}/main/meetings?view=list&date=2031-11-10&new=2031-11-24T10:00`);
    await dialog.getByLabel('Название').fill('Совет дома');
    await dialog
      .getByLabel('Файлы')
      .setInputFiles({ name: 'план.txt', mimeType: 'text/plain', buffer: Buffer.from('А') });
    await dialog.getByRole('button', { name: 'Создать встречу' }).click();
    await expect(page.getByText(/Сохранено на устройстве, ожидает отправки/)).toBeVisible();
    await page.getByRole('link', { name: 'Планёрка' }).click();
    await dialog.getByRole('button', { name: 'Изменить' }).click();
    await dialog.getByRole('group', { name: 'Начало' }).getByRole('spinbutton', { name: /день/ }).click();
    await page.keyboard.type('171120311200');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByRole('list', { name: /^Понедельник, 17 ноября/ })).toBeVisible();
    await expect(mark(page)).toHaveCount(2);
  });

  await test.step('the own profile with a photo', async () => {
    await page.goto(`${proxy.url}/main/settings`);
    await page.getByLabel('Телефон').fill('+7 495 000-00-00');
    await page.getByLabel('Выбрать фото').setInputFiles({ name: 'я.png', mimeType: 'image/png', buffer: png });
    await expect(page.getByLabel('Заменить фото')).toBeAttached();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByText('Сохранено на устройстве, ожидает отправки')).toBeVisible();
  });

  await test.step('all of it is there after a reload', async () => {
    await page.reload();
    await expect(page.getByLabel('Телефон')).toHaveValue('+7 495 000-00-00');
    await expect(page.locator('img[src^="blob:"]')).toBeVisible();
    await expect(mark(page)).toHaveCount(1);
    await page.goto(`${proxy.url}/main/meetings?view=list&date=2031-11-10`);
    await expect(page.getByRole('link', { name: 'Совет дома' })).toBeVisible();
    await expect(page.getByRole('list', { name: /^Понедельник, 17 ноября/ })).toBeVisible();
    await expect(mark(page)).toHaveCount(2);
    await page.goto(`${proxy.url}/main/settings/keywords`);
    await expect(keywords(page).getByText('переименовано', { exact: true })).toBeVisible();
    await expect(mark(page)).toHaveCount(3);
  });

  await test.step('the connection returns: the server has exactly that', async () => {
    proxy.exchanges.length = 0;
    proxy.restore();
    await nothingWaits(page);
    await nothingWaits(other);
    const kept = wordsBefore.filter((name) => name !== renamed && name !== removed);
    // A deletion has no mark, and is sent at the end of its undo period.
    await expect
      .poll(async () => (await read<{ name: string }[]>('/keywords')).map(({ name }) => name).toSorted())
      .toEqual([...kept, 'аванс', 'ярмарка', 'переименовано'].toSorted());
    await expect
      .poll(async () => (await read<Meeting[]>(`/meetings${november}`)).map(({ title }) => title).toSorted())
      .toEqual(['Планёрка', 'Совет дома']);
    const meetings = await read<Meeting[]>(`/meetings${november}`);
    expect(meetings.find(({ title }) => title === 'Совет дома')?.files).toMatchObject([{ name: 'план.txt' }]);
    await expect
      .poll(async () =>
        Date.parse(
          (await read<Meeting[]>(`/meetings${november}`)).find(({ title }) => title === 'Планёрка')?.start_at ?? '',
        ),
      )
      .toBe(Date.parse('2031-11-17T12:00:00+03:00'));
    await expect.poll(() => read('/me')).toMatchObject({ phone: '+7 495 000-00-00', avatar_url: expect.any(String) });
    const writes = proxy.exchanges.filter(({ method, path }) => method !== 'GET' && !path.includes('token'));
    expect(writes.map(({ method, path }) => `${method} ${path.replace(/[^/]{36}$/, '…')}`).toSorted()).toEqual([
      'DELETE /api/keywords/…',
      'POST /api/keywords',
      'POST /api/keywords',
      'POST /api/meetings',
      'POST /api/users/…',
      'PUT /api/keywords/…',
      'PUT /api/meetings/…',
    ]);
  });

  await test.step('a reply that is lost after the commit: sent again, there once', async () => {
    const answered = proxy.reach('reply', ({ method, path }) => method === 'POST' && path === '/api/keywords');
    const field = page.getByLabel('Новое ключевое слово');
    await field.fill('единожды');
    await field.press('Enter');
    (await answered).reset();
    await expect(keywords(page).getByText('единожды', { exact: true })).toBeVisible();
    await nothingWaits(page);
    const words = (await read<{ name: string }[]>('/keywords')).map(({ name }) => name);
    expect(words.filter((name) => name === 'единожды')).toHaveLength(1);
    await expect(keywords(page).getByText('единожды', { exact: true })).toHaveCount(1);
    await expect(keywords(other).getByText('единожды', { exact: true })).toHaveCount(1);
  });
  expect(trouble).toEqual([]);
  await proxy.stop();
});
