import { expect } from '@playwright/test';
import { createKeyword, createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { chooseItem, closeByEscape, press, signInByKeys, tabTo } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';

/** Unique on this server, whatever other tests have created. */
const mark = crypto.randomUUID().slice(0, 8);

test('the queue by the keyboard alone: a waiting mutation, and a refused one that is deleted', async ({
  page,
  context,
  server,
}) => {
  const { keyboard } = page;
  await signInByKeys(page, server.url, 'secretary');
  // There is no service worker, so its code has to load before the connection is cut.
  const drawer = page.waitForResponse(/\/queue-drawer-[^/]*\.js$/);
  await page.goto(`${server.url}/main/settings/keywords`);
  const field = page.getByLabel('Новое ключевое слово');
  await tabTo(field);
  await (await drawer).finished();
  await context.setOffline(true);
  await expect(page.getByRole('status').getByText('Вы офлайн')).toBeVisible();
  await createKeyword(server.url, await signIn(server.url), `занято ${mark}`);
  for (const word of [`ждёт ${mark}`, `занято ${mark}`]) {
    await keyboard.insertText(word);
    await keyboard.press('Enter');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  }
  const open = page.getByRole('button', { name: /Открыть очередь отправки$/ });
  const panel = page.getByRole('dialog', { name: 'Очередь отправки' });
  await press(open, 'Shift+Tab');
  await expect(
    panel
      .getByRole('listitem')
      .filter({ hasText: `ждёт ${mark}` })
      .first(),
  ).toBeVisible();
  // A toast over the drawer does not belong to it.
  await closeByEscape(panel);
  await expect(open).toBeFocused();

  await context.setOffline(false);
  await expect(open).toHaveAccessibleName(/Нужно ваше решение: 1/);
  await keyboard.press('Enter');
  await press(panel.getByRole('button', { name: 'Удалить' }));
  const question = page.getByRole('alertdialog', { name: 'Удалить неотправленное?' });
  await press(question.getByRole('button', { name: 'Удалить' }));
  await expect(question).toBeHidden();
  await expect(panel).toContainText('Всё отправлено');
  await closeByEscape(panel);
  await expect(open).toBeFocused();
  await expect(page.getByText(`ждёт ${mark}`, { exact: true })).toBeVisible();
});

test('a conflict of two people is resolved by the keyboard alone', async ({ page, server }) => {
  const { keyboard } = page;
  const token = await signIn(server.url);
  const question = { id: crypto.randomUUID(), title: 'О дорогах' };
  const id = await createProtocol(server.url, token, `Протокол двоих ${mark}`, { agenda: [question] });
  const kept = async () =>
    (
      await getJson<{ data: { version: number; agenda: { listened: string }[] } }>(
        server.url,
        token,
        `/protocols/${id}`,
      )
    ).data;
  await signInByKeys(page, server.url, 'secretary');
  await page.goto(`${server.url}/main/protocols/${id}`);
  await press(page.getByRole('button', { name: 'Действия: вопрос 1' }));
  await chooseItem(page, 'Изменить');
  await tabTo(page.getByLabel('Слушали'));
  const answer = await fetch(`${server.url}/api/protocols/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ version: (await kept()).version, agenda: [{ ...question, listened: 'Дороги плохи' }] }),
  });
  expect(answer.ok).toBe(true);
  await keyboard.insertText('Дороги хороши');

  const choice = page.getByRole('region', { name: 'Протокол изменили в другом месте' });
  const part = choice.getByRole('group').first();
  await press(choice.getByRole('button', { name: 'Отмена' }));
  await expect(page.getByRole('button', { name: 'Выбрать, что оставить' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(choice).toBeFocused();
  await tabTo(part.getByRole('radio', { name: /^Моя версия/ }));
  await keyboard.press('ArrowDown');
  await expect(part.getByRole('radio', { name: /^На сервере/ })).toBeChecked();
  await press(choice.getByRole('button', { name: 'Сохранить выбранное' }));
  // All typed text would be lost, so the app asks again.
  const sure = page.getByRole('alertdialog', { name: 'Отказаться от своих изменений?' });
  await press(sure.getByRole('button', { name: 'Вернуться к выбору' }));
  await expect(choice.getByRole('button', { name: 'Сохранить выбранное' })).toBeFocused();
  await tabTo(part.getByRole('radio', { name: /^На сервере/ }), 'Shift+Tab');
  await keyboard.press('ArrowUp');
  await expect(part.getByRole('radio', { name: /^Моя версия/ })).toBeChecked();
  await press(choice.getByRole('button', { name: 'Сохранить выбранное' }));
  await expect(choice).toBeHidden();
  await expect.poll(async () => (await kept()).agenda[0]?.listened).toBe('Дороги хороши');
  await expect(page.getByRole('textbox', { name: 'Вопрос', exact: true })).toBeFocused();
});

test('a toast leads to its protocol by the keyboard', async ({ page, server }) => {
  const token = await signIn(server.url);
  const id = await createProtocol(server.url, token, `Протокол с уведомлением ${mark}`, { stage: 'finish' });
  await signInByKeys(page, server.url, 'secretary');
  await page.goto(`${server.url}/main/protocols/${id}`);
  await press(page.getByRole('button', { name: 'Завершить' }));
  await press(page.getByRole('button', { name: 'Сформировать итоговый протокол' }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Сформировать' }));
  const more = page.getByRole('button', { name: 'Другие действия' });
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await press(more);
  await chooseItem(page, 'Открыть для изменений…');
  await expect(page.getByRole('dialog').getByLabel('Причина')).toBeFocused();
  await page.keyboard.insertText('Проверка уведомления');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Открыть для изменений' }));
  const notice = page.getByRole('status').getByRole('button', { name: 'Протокол открыт для изменений' });
  await expect(notice).toBeVisible();
  await press(page.getByRole('link', { name: 'Главная', exact: true }).first(), 'Shift+Tab');
  await expect(page).toHaveURL(/\/main\/home$/);
  await press(notice, 'Shift+Tab');
  await expect(page).toHaveURL(new RegExp(`/main/protocols/${id}$`));
  await expect(notice).toBeHidden();
  await expect(page.locator('h1')).toBeFocused();
});
