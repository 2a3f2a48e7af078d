import { expect } from '@playwright/test';
import { create, createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { filesItem } from '#tests/support/app-steps.ts';
import { chooseItem, press, signInByKeys, tabTo } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';

test('documents by the keyboard alone: an extract is saved, a final protocol is mailed and reopened with a reason', async ({
  page,
  server,
  trouble,
}) => {
  const { keyboard } = page;
  const token = await signIn(server.url);
  const title = `Совет о котельной ${crypto.randomUUID().slice(0, 8)}`;
  const agenda = ['О насосах', 'О трубах'].map((each) => ({ id: crypto.randomUUID(), title: each }));
  const id = await createProtocol(server.url, token, title, { agenda });
  const { data: people } = await getJson<{ data: { id: string; name: string; email: string }[] }>(
    server.url,
    token,
    '/users?search=Орлова',
  );
  const [orlova] = people;
  await create(server.url, token, `/protocols/${id}/members`, { member_id: orlova?.id });
  await signInByKeys(page, server.url, 'secretary');
  await page.goto(`${server.url}/main/protocols/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const more = page.getByRole('button', { name: 'Другие действия' });
  const documents = page.getByRole('button', { name: 'Документы' });
  const dialog = page.getByRole('dialog');

  await test.step('an extract', async () => {
    await press(documents);
    await chooseItem(page, 'Скачать другой документ…');
    await tabTo(dialog.getByRole('combobox', { name: 'Документ' }));
    await expect(async () => {
      await keyboard.press('ArrowDown');
      await expect(dialog.getByRole('combobox', { name: 'Вопрос повестки' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await tabTo(dialog.getByRole('combobox', { name: 'Вопрос повестки' }));
    await keyboard.press('ArrowDown');
    const download = page.waitForEvent('download');
    await press(dialog.getByRole('button', { name: 'Скачать' }));
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await expect(dialog).toBeHidden();
    await expect(documents).toBeFocused();
  });

  await test.step('finished and made final', async () => {
    await press(page.getByRole('button', { name: 'Завершить' }));
    await press(page.getByRole('button', { name: 'Сформировать итоговый протокол' }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Сформировать' }));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await press(documents);
    await chooseItem(page, filesItem);
    await expect(dialog.getByRole('list', { name: 'Версии' }).getByRole('listitem')).toHaveCount(1);
    await keyboard.press('Escape');
    await expect(documents).toBeFocused();
  });

  await test.step('sent by mail, to whom Space chooses', async () => {
    await press(documents);
    await chooseItem(page, 'Отправить по почте…');
    const recipient = dialog.getByRole('group', { name: 'Получатели' }).getByRole('checkbox', { name: /Орлова/ });
    await expect(recipient).toBeChecked();
    await tabTo(recipient);
    await keyboard.press('Space');
    await expect(recipient).not.toBeChecked();
    await press(dialog.getByRole('button', { name: 'Сохранить на сервере' }));
    await expect(dialog.getByRole('group', { name: 'Получатели' })).toHaveAccessibleDescription(/\S/);
    await tabTo(recipient, 'Shift+Tab');
    await keyboard.press('Space');
    await press(dialog.getByRole('button', { name: 'Сохранить на сервере' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('status').getByText('Сохраняем 1 письмо на сервере')).toBeVisible();
    await expect(documents).toBeFocused();
    await press(documents);
    await chooseItem(page, filesItem);
    await expect(page.getByRole('list', { name: 'Письма' })).toContainText(orlova?.email ?? '-');
    await keyboard.press('Escape');
  });

  await test.step('opened again, not without a reason', async () => {
    await press(more);
    await chooseItem(page, 'Открыть для изменений…');
    await expect(dialog.getByLabel('Причина')).toBeFocused();
    await press(dialog.getByRole('button', { name: 'Открыть для изменений' }));
    await expect(dialog.getByLabel('Причина')).toBeFocused();
    await expect(dialog.getByLabel('Причина')).toHaveAccessibleDescription(/Поле обязательно для заполнения/);
    await keyboard.insertText('Забыли про задвижки');
    await press(dialog.getByRole('button', { name: 'Открыть для изменений' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('status').getByText('Протокол открыт для изменений')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Вопрос повестки' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
  expect(trouble).toEqual([]);
});
