import { expect } from '@playwright/test';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { chooseItem, press, signInByKeys, tabTo, typePerson } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';

/** Unique on this server, whatever other tests have created. */
const mark = crypto.randomUUID().slice(0, 8);

test('a manager’s day by the keyboard alone: a secretary’s figures, the charts, a table as a file, a new person', async ({
  page,
  server,
  trouble,
}) => {
  const { keyboard } = page;
  await signInByKeys(page, server.url, 'manager');
  const table = page.getByRole('table', { name: 'Секретари' });

  await test.step('a secretary is found and opened', async () => {
    await tabTo(page.getByRole('searchbox', { name: 'Поиск по имени' }));
    await keyboard.type('петр');
    await expect(table.locator('tbody tr')).toHaveCount(1);
    await press(table.getByRole('link', { name: 'Петрова Анна Андреевна' }));
    await expect(page.getByRole('heading', { name: 'Петрова Анна Андреевна' })).toBeFocused();
    const date = page.getByRole('region', { name: 'Поручения на дату' });
    await tabTo(date.getByRole('spinbutton').first());
    await keyboard.type('17052026');
    await expect(page).toHaveURL(/day=2026-05-17/);
    await expect(date.getByRole('spinbutton').last()).toBeFocused();
    await page.reload();
    await expect(date.getByRole('group', { name: 'Дата' })).toContainText('17.05.2026');
  });

  await test.step('the charts, and a table of theirs as a file', async () => {
    await press(page.getByRole('link', { name: 'Показатели' }), 'Shift+Tab');
    await expect(page.getByRole('table', { name: 'Просроченные поручения' })).toBeVisible();
    const download = page.waitForEvent('download');
    await press(page.getByRole('button', { name: 'Скачать CSV: Просроченные поручения', exact: true }));
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  await test.step('a new external person', async () => {
    await press(page.getByRole('link', { name: 'Настройки' }), 'Shift+Tab');
    await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeFocused();
    await press(page.getByRole('link', { name: 'Пользователи' }));
    const add = page.getByRole('button', { name: 'Добавить пользователя' });
    await press(add);
    const form = page.getByRole('dialog');
    await expect(form.getByLabel('Фамилия, имя, отчество')).toBeFocused();
    await keyboard.insertText(`Гостев Пётр ${mark}`);
    await tabTo(form.getByLabel('E-mail'));
    await keyboard.type(`gostev-${mark}@example.ru`);
    await keyboard.press('Enter');
    await expect(form).toBeHidden();
    await expect(add).toBeFocused();
    await tabTo(page.getByRole('searchbox'), 'Shift+Tab');
    await keyboard.insertText(mark);
    await expect(page.getByRole('row', { name: new RegExp(mark) })).toBeVisible();
  });
  expect(trouble).toEqual([]);
});

test('an administrator’s day by the keyboard alone: a person is added, changed, blocked and unblocked', async ({
  page,
  server,
  trouble,
}) => {
  const { keyboard } = page;
  await signInByKeys(page, server.url, 'admin');
  const name = `Ефремова Зоя ${mark}`;
  const form = page.getByRole('dialog');
  const row = page.getByRole('row', { name: new RegExp(name) });
  const more = row.getByRole('button', { name: /^Действия/ });

  await test.step('added, with a manager', async () => {
    await press(page.getByRole('link', { name: 'Пользователи' }));
    await press(page.getByRole('button', { name: 'Добавить пользователя' }));
    await expect(form.getByLabel('Фамилия, имя, отчество')).toBeFocused();
    await keyboard.insertText(name);
    await tabTo(form.getByLabel('E-mail'));
    await keyboard.type(`abramova-${mark}@example.ru`);
    await typePerson(page, 'Руководитель', 'Белова Ирина');
    await press(form.getByRole('button', { name: 'Добавить' }));
    await expect(form).toBeHidden();
  });

  await test.step('found and changed', async () => {
    await tabTo(page.getByRole('searchbox'), 'Shift+Tab');
    await keyboard.insertText(mark);
    await expect(page).toHaveURL(/search=/);
    await press(row.getByRole('button', { name, exact: true }));
    await tabTo(form.getByLabel('Должность'));
    await keyboard.insertText('секретарь');
    await press(form.getByRole('button', { name: 'Сохранить' }));
    await expect(row).toContainText('секретарь');
    await expect(row.getByRole('button', { name, exact: true })).toBeFocused();
  });

  await test.step('blocked, shown among the blocked, let in again', async () => {
    await press(more);
    await chooseItem(page, 'Заблокировать');
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Заблокировать' }));
    await expect(row).toBeHidden();
    await tabTo(page.getByRole('checkbox', { name: 'Показать заблокированных' }), 'Shift+Tab');
    await keyboard.press('Space');
    await expect(row).toContainText('Доступ закрыт');
    await press(more);
    await chooseItem(page, 'Разблокировать');
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Разблокировать' }));
    await expect(row).not.toContainText('Доступ закрыт');
  });
  expect(trouble).toEqual([]);
});

test('an external person by the keyboard alone: profile, text size, a new password, signing out', async ({
  page,
  server,
  trouble,
}) => {
  const { keyboard } = page;
  const token = await signIn(server.url, { email: 'admin@example.ru', password: 'protokol' });
  const made = await fetch(`${server.url}/api/users`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({
      email: `guest-${mark}@example.ru`,
      role: 'external',
      name: 'Гость',
      password: 'пароль-гостя',
    }),
  });
  expect(made.ok).toBe(true);
  await signInByKeys(page, server.url, `guest-${mark}`, 'пароль-гостя');

  await tabTo(page.getByLabel('Телефон'));
  await keyboard.type('+7 900 000-00-78');
  await press(page.getByRole('button', { name: 'Сохранить' }));
  await expect(page.getByText(/^Сохранено в /)).toBeVisible();
  const letters = page.getByRole('radio', { name: 'Очень крупный' });
  await tabTo(page.getByRole('radio', { name: 'Обычный' }));
  for (let step = 0; step < 3 && !(await letters.isChecked()); step += 1) await keyboard.press('ArrowDown');
  await expect(letters).toBeChecked();

  const card = page.getByRole('region', { name: 'Пароль', exact: true });
  for (const [label, words] of [
    ['Нынешний пароль', 'пароль-гостя'],
    ['Новый пароль', 'новый-пароль-гостя'],
    ['Подтвердите новый пароль', 'новый-пароль-гостя'],
  ] as const) {
    await tabTo(card.getByLabel(label, { exact: true }));
    await keyboard.insertText(words);
  }
  await keyboard.press('Enter');
  await expect(card.getByText('Пароль изменён.')).toBeVisible();
  const { data } = await getJson<{ data: object }>(
    server.url,
    await signIn(server.url, { email: `guest-${mark}@example.ru`, password: 'новый-пароль-гостя' }),
    '/me',
  );
  expect(data).toMatchObject({ phone: '+7 900 000-00-78' });
  await press(page.getByRole('button', { name: 'Выйти' }));
  await expect(page).toHaveURL(/\/login$/);
  expect(trouble).toEqual([]);
});
