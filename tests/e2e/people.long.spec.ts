import { Buffer } from 'node:buffer';
import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { openUsers, signInThrough } from '#tests/support/people-steps.ts';
import { onePixelPng } from '#tests/support/picture.ts';

const png = Buffer.from(onePixelPng);

test('an administrator adds a secretary, sets a photo, blocks and unblocks her', async ({
  page,
  browser,
  server,
  trouble,
}) => {
  await signInThrough(page, server.url, 'admin@example.ru');
  await openUsers(page);
  await page.getByRole('button', { name: 'Добавить пользователя' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Фамилия, имя, отчество')).toBeFocused();
  // The messages of the first press do not move anything away from under it.
  await form.getByRole('button', { name: 'Добавить' }).click();
  await expect(form.getByText('Поле обязательно для заполнения')).toHaveCount(2);
  await expect(form.getByLabel('Фамилия, имя, отчество')).toBeFocused();
  await page.keyboard.type('Абрамова Вера Павловна');
  await form.getByLabel('E-mail').fill('secretary@example.ru');
  await form.getByRole('combobox', { name: 'Руководитель' }).fill('Белова');
  await page.getByRole('option', { name: /Белова Ирина/ }).click();
  await form.getByLabel('Пароль (необязательно)').fill('пароль-веры');
  await form.getByRole('button', { name: 'Добавить' }).click();
  await expect(form.getByText('Пользователь с таким e-mail уже есть').first()).toBeVisible();
  await expect(form.getByLabel('E-mail')).toBeFocused();
  await form.getByLabel('E-mail').fill('v.abramova@example.ru');
  await form.getByRole('button', { name: 'Добавить' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Добавить пользователя' })).toBeFocused();

  const row = page.getByRole('row', { name: /Абрамова/ });
  await expect(row).toContainText('Секретарь');
  await row.getByRole('button', { name: 'Абрамова Вера Павловна', exact: true }).click();
  await form.getByLabel('Выбрать фото').setInputFiles({ name: 'вера.png', mimeType: 'image/png', buffer: png });
  await expect(form.getByLabel('Заменить фото')).toBeAttached();
  await form.getByLabel('Должность').fill('секретарь');
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(form).toBeHidden();
  await expect(row).toContainText('секретарь');
  await expect.poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expect(row.getByRole('button', { name: 'Абрамова Вера Павловна', exact: true })).toBeFocused();

  // She is in; the block ends it at once.
  const hers = await (await browser.newContext()).newPage();
  await signInThrough(hers, server.url, 'v.abramova@example.ru', 'пароль-веры');
  await expect(hers).toHaveURL(/\/main\/home$/);
  await row.getByRole('button', { name: /^Действия/ }).click();
  await page.getByRole('menuitem', { name: 'Заблокировать' }).click();
  const question = page.getByRole('alertdialog', { name: 'Заблокировать пользователя?' });
  await expect(question).toContainText('все открытые сеансы сразу закончатся');
  await question.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(row).toBeHidden();
  await hers.goto(`${server.url}/main/protocols`);
  await expect(hers).toHaveURL(/\/login$/);

  await page.getByRole('checkbox', { name: 'Показать заблокированных' }).check();
  await expect(page).toHaveURL(/with_blocked=1/);
  await expect(row).toContainText('Доступ закрыт');
  await row.getByRole('button', { name: /^Действия/ }).click();
  await page.getByRole('menuitem', { name: 'Разблокировать' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Разблокировать' }).click();
  await expect(row).not.toContainText('Доступ закрыт');
  await signInThrough(hers, server.url, 'v.abramova@example.ru', 'пароль-веры');
  await expect(hers).toHaveURL(/\/main\/home$/);
  await hers.context().close();
  expect(trouble).toEqual([]);
});

test('a secretary adds an external participant by the keyboard and can change only her own', async ({
  page,
  server,
  trouble,
}) => {
  await signInThrough(page, server.url, 'secretary@example.ru');
  await openUsers(page);
  await expect(page.getByRole('row', { name: /Белова/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Действия: Белова/ })).toBeHidden();
  await page.getByRole('button', { name: 'Добавить внешнего участника' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Фамилия, имя, отчество')).toBeFocused();
  await page.keyboard.type('Авдеев Олег');
  await page.keyboard.press('Tab');
  await page.keyboard.type('o.avdeev@example.ru');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Почта не подключена: письмо сохранено на сервере')).toBeVisible();
  await page.getByRole('searchbox').fill('авдеев');
  await expect(page).toHaveURL(/search=/);
  const rows = page.getByRole('table', { name: 'Пользователи' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Внешний участник');
  await expect(rows.nth(1).getByRole('button', { name: /^Действия/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('авдеев');
  await expect(rows).toHaveCount(2);
  expect(trouble).toEqual([]);
});

test('a manager opens the figures of a secretary', async ({ page, server, trouble }) => {
  await signInThrough(page, server.url, 'manager@example.ru');
  await expect(page).toHaveURL(/\/main\/secretaries$/);
  await page.getByRole('searchbox', { name: 'Поиск по имени' }).fill('петрова');
  const table = page.getByRole('table', { name: 'Секретари' });
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await table.getByRole('link', { name: 'Петрова Анна Андреевна' }).click();
  await expect(page).toHaveURL(/[?&]id=/);
  await expect(page.getByRole('heading', { name: 'Петрова Анна Андреевна' })).toBeFocused();
  const tasks = page.getByRole('region', { name: 'Поручения на дату' });
  const total = tasks.getByRole('listitem').filter({ hasText: 'всего' });
  await expect(total).not.toHaveText(/^0/);
  // A day before any data existed.
  await tasks.getByRole('spinbutton', { name: /год/ }).click();
  await page.keyboard.type('2001');
  await expect(total).toHaveText(/^0/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table).toBeHidden();
  await page.getByRole('link', { name: 'Все секретари' }).click();
  await expect(table).toBeVisible();
  expect(trouble).toEqual([]);
});

test('an external person changes their profile and sees no sections of other roles', async ({
  page,
  ownServer,
  trouble,
}) => {
  await signInThrough(page, ownServer.url, 'external@example.ru');
  await expect(page).toHaveURL(/\/main\/settings\?tab=(tasks|meetings|protocols)$/);
  const parts = page.getByRole('navigation', { name: 'Настройки' }).getByRole('link');
  await expect(parts.filter({ hasText: 'Мои поручения' })).toBeVisible();
  await expect(parts.filter({ hasText: /Пользователи|Ключевые слова|Документы|Состояние/ })).toHaveCount(0);
  await parts.filter({ hasText: 'Профиль и приложение' }).click();
  await page.getByLabel('Телефон').fill('+7 900 000-00-77');
  await page.getByLabel('Выбрать фото').setInputFiles({ name: 'я.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByLabel('Заменить фото')).toBeAttached();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText(/^Сохранено в /)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Телефон')).toHaveValue('+7 900 000-00-77');
  await expect(page.getByLabel('Заменить фото')).toBeAttached();
  expect(trouble).toEqual([]);
});
