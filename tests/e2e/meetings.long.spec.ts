import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

interface Row {
  id: string;
  title: string;
  start_at: string;
  end_at: string;
  participant_ids: string[];
  files: { name: string }[];
}

// A month without demo data.
const range = '?start_date_at=2031-03-01&end_date_at=2031-03-31';

async function meetingsOnServer(url: string): Promise<Row[]> {
  return (await getJson<{ data: Row[] }>(url, await signIn(url), `/meetings${range}`)).data;
}

/** Presses Tab until the focus is on the target, like a person without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${target}`);
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Enters the calendar, goes to the shown day, and down to its first meeting. */
async function goToMeeting(page: Page, title: string): Promise<void> {
  await tabTo(page, page.locator('[role="gridcell"][tabindex="0"], [role="grid"] [role="button"][tabindex="0"]'));
  const meeting = page.getByRole('grid').getByRole('button', { name: title });
  await expect(meeting).toBeVisible();
  if (!(await meeting.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await expect(meeting).toBeFocused();
}

async function pickFile(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, page.getByRole('button', { name: 'Добавить файлы' }));
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

async function openMeetings(page: Page, url: string, query: string): Promise<void> {
  await signInAsSecretary(page.context(), url);
  await page.goto(`${url}/main/meetings${query}`);
  await expect(page.getByRole('heading', { name: 'Встречи', level: 1 })).toBeVisible();
}

test('a meeting with a file is created, opened, changed and deleted by the keyboard alone', async ({
  page,
  server,
  trouble,
}) => {
  await openMeetings(page, server.url, '');
  const dialog = page.getByRole('dialog');

  await test.step('created', async () => {
    await pressOn(page, page.getByRole('link', { name: 'Новая встреча' }));
    await expect(dialog.getByLabel('Название')).toBeFocused();
    await page.keyboard.type('Совет дома');
    // The code of the date fields comes after the dialog: nobody types a title as fast as this test.
    await expect(dialog.getByRole('group', { name: 'Начало' })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.type('250320311000');
    await expect(dialog.getByRole('group', { name: 'Окончание' })).toContainText('25.03.2031');
    await tabTo(page, dialog.getByLabel('Место'));
    await page.keyboard.type('Зал на первом этаже');
    await tabTo(page, dialog.getByRole('combobox', { name: 'Участники' }));
    await page.keyboard.type('Орлова');
    await expect(page.getByRole('option', { name: /Орлова/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await pickFile(page, 'повестка.txt', 'Один вопрос');
    await pressOn(page, dialog.getByRole('button', { name: 'Создать встречу' }));
    await expect(page.getByText('Встреча создана')).toBeVisible();
    await expect(page).toHaveURL(/\/main\/meetings\?date=2031-03-25$/);
    await expect(page.getByRole('link', { name: 'Новая встреча' })).toBeFocused();
    const [row] = await meetingsOnServer(server.url);
    expect(row).toMatchObject({ title: 'Совет дома', files: [{ name: 'повестка.txt' }] });
    expect(row?.participant_ids).toHaveLength(1);
    expect(Date.parse(row?.start_at ?? '')).toBe(Date.parse('2031-03-25T10:00:00+03:00'));
    expect(Date.parse(row?.end_at ?? '')).toBe(Date.parse('2031-03-25T11:00:00+03:00'));
  });

  const event = page.getByText('Совет дома').first();
  await test.step('opened, its file downloaded', async () => {
    await expect(event).toBeVisible();
    await goToMeeting(page, 'Совет дома');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('25 марта 2031 г., 10:00–11:00')).toBeVisible();
    await expect(dialog.getByText(/^Орлова/)).toBeVisible();
    const download = page.waitForEvent('download');
    await pressOn(page, dialog.getByRole('link', { name: 'повестка.txt' }));
    const file = await download;
    expect(file.suggestedFilename()).toBe('повестка.txt');
    expect(await readFile(await file.path(), 'utf8')).toBe('Один вопрос');
  });

  await test.step('changed', async () => {
    await pressOn(page, dialog.getByRole('button', { name: 'Изменить' }));
    await expect(dialog.getByRole('heading', { name: 'Изменить встречу' })).toBeVisible();
    await tabTo(page, dialog.getByLabel('Название'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Совет двора');
    await pressOn(page, dialog.getByRole('button', { name: 'Убрать: повестка.txt' }));
    await pickFile(page, 'план.txt', 'План работ');
    await pressOn(page, dialog.getByRole('button', { name: 'Сохранить' }));
    await expect(page.getByText('Встреча сохранена')).toBeVisible();
    expect(await meetingsOnServer(server.url)).toMatchObject([{ title: 'Совет двора', files: [{ name: 'план.txt' }] }]);
  });

  await test.step('saved for another calendar', async () => {
    await goToMeeting(page, 'Совет двора');
    await page.keyboard.press('Enter');
    await pressOn(page, dialog.getByRole('button', { name: 'Действия со встречей' }));
    await expect(page.getByRole('menuitem', { name: 'Создать такую же…' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Файл для календаря (.ics)' })).toBeFocused();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe('Совет двора.ics');
    expect(await readFile(await file.path(), 'utf8')).toContain('SUMMARY:Совет двора');
  });

  await test.step('deleted', async () => {
    await pressOn(page, dialog.getByRole('button', { name: 'Действия со встречей' }));
    await expect(page.getByRole('menuitem', { name: 'Создать такую же…' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Удалить' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Встреча удалена')).toBeVisible();
    await expect(page.getByRole('main').getByText('Совет двора', { exact: true })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Новая встреча' })).toBeFocused();
    await expect.poll(() => meetingsOnServer(server.url)).toEqual([]);
  });
  expect(trouble).toEqual([]);
});

test('a meeting is drawn, dragged to another hour, and its protocol is started from it', async ({
  page,
  server,
  trouble,
}) => {
  await openMeetings(page, server.url, '?view=week&date=2031-03-20');
  const slot = (time: string) => page.locator(`[data-time="${time}"]`).last();
  await expect(page.getByText('09:00').first()).toBeVisible();
  const column = await page.getByRole('columnheader').nth(4).boundingBox();
  const at = async (time: string) => {
    const row = await slot(time).boundingBox();
    if (!column || !row) throw new Error(`No place for ${time}`);
    return { x: column.x + column.width / 2, y: row.y + row.height / 2 };
  };
  const drag = async (from: string, to: string) => {
    const start = await at(from);
    const end = await at(to);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 8 });
    await page.mouse.up();
  };

  await drag('10:00:00', '11:00:00');
  const dialog = page.getByRole('dialog', { name: 'Новая встреча' });
  await expect(dialog.getByRole('group', { name: 'Начало' })).toContainText('10:00');
  await expect(dialog.getByRole('group', { name: 'Окончание' })).toContainText('11:30');
  await dialog.getByLabel('Название').fill('Обход участков');
  await dialog.getByLabel('Название').press('Enter');
  await expect(page.getByText('Встреча создана')).toBeVisible();

  const event = page.getByText('Обход участков').first();
  const before = await event.boundingBox();
  await page.route('**/api/meetings/*', (route) =>
    route.fulfill({ status: 403, json: { message: 'Недостаточно прав' } }),
  );
  await drag('10:30:00', '13:30:00');
  await expect(page.getByText('Встреча не перенесена')).toBeVisible();
  await expect.poll(() => event.boundingBox()).toEqual(before);
  await page.unroute('**/api/meetings/*');

  await drag('10:30:00', '13:30:00');
  await expect(page.getByText('Встреча перенесена')).toBeVisible();
  expect((await event.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0);
  const [row] = await meetingsOnServer(server.url);
  expect(new Date(row?.start_at ?? 0).toISOString()).toMatch(/T10:00:00/);
  expect(Date.parse(row?.end_at ?? '') - Date.parse(row?.start_at ?? '')).toBe(90 * 60_000);

  await event.click();
  await page.getByRole('link', { name: 'Создать протокол' }).click();
  await expect(page).toHaveURL(new RegExp(`/main/protocols/add\\?meeting=${row?.id}$`));
  await expect(page.getByLabel('Название')).toHaveValue('Обход участков');
  expect(trouble).toEqual([]);
});

test('home shows the meetings of the day, and its figures include a new one', async ({ page, server, trouble }) => {
  await signInAsSecretary(page.context(), server.url);
  await page.goto(`${server.url}/main/home?date=2031-03-12`);
  await expect(page.getByText('За этот период встреч нет.')).toBeVisible();
  await page.getByRole('link', { name: 'Назначить встречу' }).click();
  await page.getByRole('dialog').getByLabel('Название').fill('Приёмка работ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Встреча создана')).toBeVisible();

  await page.goBack();
  const day = page.getByRole('button', { name: /^среда, 12 марта, 1.встреча$/ });
  await expect(day).toBeVisible();
  await expect(page.getByText('Всего 1 встреча')).toBeVisible();
  await page.getByRole('button', { name: /понедельник, 10 марта/ }).click();
  await expect(page.getByText(/Встреч в этот день нет/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(day).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?date=2031-03-12$/);
  const meetings = page.getByRole('list', { name: 'Встречи дня' });
  await expect(meetings.getByRole('link', { name: 'Приёмка работ', exact: true })).toBeVisible();
  expect(trouble).toEqual([]);
});

test('on a phone the meetings are a list, and no view is wider than the screen', async ({ page, server, trouble }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openMeetings(page, server.url, '');
  await expect(page.getByRole('link', { name: 'Список' })).toHaveAttribute('aria-current', 'page');
  for (const view of ['Месяц', 'Неделя', 'День', 'Список']) {
    await page.getByRole('link', { name: view, exact: true }).click();
    await expect(page.getByRole('link', { name: view, exact: true })).toHaveAttribute('aria-current', 'page');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  expect(trouble).toEqual([]);
});
