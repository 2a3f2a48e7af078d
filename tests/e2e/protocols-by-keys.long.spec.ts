import { expect } from '@playwright/test';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { chooseItem, press, signInByKeys, tabTo } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';

/** Unique on this server, whatever other tests have created. */
const mark = `перечень${crypto.randomUUID().slice(0, 6)}`;

test('the list of protocols by the keyboard alone: search, filter, pages, deletion and undo', async ({
  page,
  server,
  trouble,
}) => {
  const { keyboard } = page;
  const token = await signIn(server.url);
  const title = (position: number) => `Заседание ${String(position).padStart(2, '0')} ${mark}`;
  for (let position = 1; position <= 17; position += 1) await createProtocol(server.url, token, title(position));
  const titles = async () => {
    const { data } = await getJson<{ data: { title: string }[] }>(server.url, token, `/protocols?search=${mark}`);
    return data.map((each) => each.title);
  };
  await signInByKeys(page, server.url, 'secretary');
  await press(page.getByRole('link', { name: 'Протоколы', exact: true }));
  const rows = page.getByRole('table', { name: 'Протоколы' }).locator('tbody').getByRole('row');
  const link = (position: number) => page.getByRole('link', { name: title(position), exact: true });

  await test.step('searched: the count is said', async () => {
    await tabTo(page.getByRole('searchbox', { name: 'Поиск по протоколам' }));
    await keyboard.insertText(mark);
    await expect(page.getByRole('status').filter({ hasText: 'Найдено: 17' })).toHaveCount(1);
    await expect(rows).toHaveCount(15);
  });

  await test.step('paged: the focus does not get lost', async () => {
    await press(page.getByRole('navigation', { name: 'Страницы' }).getByRole('link', { name: 'Страница 2' }));
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/page=2/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    await press(page.getByRole('link', { name: 'Страница 1' }), 'Shift+Tab');
    await expect(rows).toHaveCount(15);
  });

  await test.step('narrowed to a stage and back', async () => {
    await tabTo(page.getByRole('combobox', { name: 'Стадия' }), 'Shift+Tab');
    await keyboard.press('End');
    await expect(page).toHaveURL(/stage=final/);
    await expect(rows).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Стадия' })).toBeFocused();
    await keyboard.press('Home');
    await expect(page).not.toHaveURL(/stage=/);
    await expect(rows).toHaveCount(15);
  });

  await test.step('deleted, and brought back by the keys', async () => {
    await press(link(17));
    await expect(page.getByRole('heading', { level: 1, name: title(17) })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Вопрос повестки' })).toBeVisible();
    await page.goBack();
    await expect(link(17)).toBeFocused();
    await press(page.getByRole('button', { name: `Действия: ${title(17)}`, exact: true }));
    await chooseItem(page, 'Удалить');
    await expect(page.getByRole('status').getByText('Протокол удалён')).toBeVisible();
    await expect(link(17)).toBeHidden();
    await keyboard.press('Control+z');
    await expect(link(17)).toBeFocused();
    expect(await titles()).toContain(title(17));
  });
  expect(trouble).toEqual([]);
});
