import { expect } from '@playwright/test';
import { createMeeting, createProtocol, signIn } from '#tests/support/api-client.ts';
import { expectAccessible, expectAccessibleThere } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

test('axe finds nothing in the forms of a new and of an existing meeting', async ({ browser, server: { url } }) => {
  const title = 'Встреча для чтения вслух';
  const at = (hour: number) => `2035-02-14T${hour}:00:00+03:00`;
  const fields = { title, start_at: at(10), end_at: at(11), location: 'Зал', description: 'О складе и о смете' };
  await createMeeting(url, await signIn(url), fields);
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto('/main/meetings?view=month&date=2035-02-14&new=1');
  const dialog = page.getByRole('dialog', { name: 'Новая встреча' });
  await expect(dialog.getByLabel('Название')).toBeFocused();
  await expectAccessible(page, 'a new meeting');
  await dialog.getByRole('group', { name: 'Начало' }).getByRole('button').click();
  await expect(page.getByRole('grid', { name: /2035|20\d\d/ }).last()).toBeVisible();
  await expectAccessibleThere(page, 'the days over a new meeting');
  await page.keyboard.press('Escape');
  await dialog.getByRole('combobox', { name: 'Участники' }).pressSequentially('Орл');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await expectAccessibleThere(page, 'the people over a new meeting');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Создать встречу' }).click();
  await expect(dialog.getByText('Поле обязательно для заполнения').first()).toBeVisible();
  await expectAccessible(page, 'a new meeting with somebody in it, and what is wrong');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Закрыть' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('grid').getByRole('button', { name: title }).click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await expectAccessible(page, 'a meeting that is read');
  await page.getByRole('dialog').getByRole('button', { name: 'Изменить' }).click();
  await expect(page.getByRole('dialog', { name: 'Изменить встречу' })).toBeVisible();
  await expectAccessible(page, 'a meeting that is changed');
  await context.close();
});

test('axe finds nothing in the lists and the calendar that fields open on a screen', async ({
  browser,
  server: { url },
}) => {
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto('/main/protocols/add');
  await expect(page.getByLabel('Название')).toBeFocused();
  for (const name of ['Председательствующий', 'Участники']) {
    await page.getByRole('combobox', { name }).pressSequentially('Ор');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessibleThere(page, `the people of «${name}»`);
    await page.getByRole('combobox', { name }).fill('никого такого нет');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expectAccessibleThere(page, `nobody in «${name}»`);
    await page.getByRole('combobox', { name }).fill('Ор');
    await expect(page.getByRole('option').first()).toBeVisible();
    // The focus never reaches what is hidden from a screen reader.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(page.locator('[aria-hidden="true"]:has(:focus)')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/main/home');
  const date = page.getByRole('group', { name: 'Дата' });
  await date.getByRole('button').click();
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible();
  await expectAccessibleThere(page, 'the days of a field');
  await context.close();
});

test('axe finds nothing in the offer to undo a deletion', async ({ browser, server: { url } }) => {
  const title = 'Протокол, который удаляют и возвращают';
  await createProtocol(url, await signIn(url), title);
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  await page.goto('/main/protocols');
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Вопрос повестки' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: `Действия: ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await expect(page.getByRole('button', { name: 'Отменить', exact: true })).toBeVisible();
  // The clock stands still, so that it stays as long as the check takes.
  await page.clock.setFixedTime(await page.evaluate(() => Date.now()));
  await expectAccessible(page, 'a deletion that can be undone');
  await context.close();
});
