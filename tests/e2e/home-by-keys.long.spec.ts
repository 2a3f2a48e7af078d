import { expect } from '@playwright/test';
import { createMeeting, signIn } from '#tests/support/api-client.ts';
import { closeByEscape, press, signInByKeys, tabTo } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';

test('the first screen by the keyboard alone: another day, its meeting, a period, a date, the way to a new protocol', async ({
  page,
  server,
  trouble,
}) => {
  const { keyboard } = page;
  const title = `Встреча первого экрана ${crypto.randomUUID().slice(0, 8)}`;
  await createMeeting(server.url, await signIn(server.url), {
    title,
    start_at: '2034-05-17T10:00:00+03:00',
    end_at: '2034-05-17T11:00:00+03:00',
  });
  await signInByKeys(page, server.url, 'secretary');
  await page.goto(`${server.url}/main/home?date=2034-05-15`);
  const calendar = page.getByRole('application', { name: /Календарь встреч/ });

  await test.step('a day of the calendar, its meeting, and back to it', async () => {
    await tabTo(calendar.getByRole('button', { name: / 15 мая/ }));
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await expect(calendar.getByRole('button', { name: /^среда, 17 мая, 1.встреча$/ })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/date=2034-05-17/);
    await press(page.getByRole('list', { name: 'Встречи дня' }).getByRole('link', { name: title, exact: true }));
    const dialog = page.getByRole('dialog', { name: title });
    await closeByEscape(dialog);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    await page.goBack();
    await expect(page).toHaveURL(/\/main\/home/);
  });

  await test.step('the figures of another period, and of a date', async () => {
    const month = page.getByRole('button', { name: 'Месяц', exact: true });
    await tabTo(month);
    await keyboard.press('Space');
    await expect(month).toHaveAttribute('aria-pressed', 'true');
    await expect(month).toBeFocused();
    const date = page.getByRole('region', { name: 'Поручения на дату' }).getByRole('group', { name: 'Дата' });
    await tabTo(date.getByRole('spinbutton').first());
    await keyboard.type('17052034');
    await expect(page).toHaveURL(/2034-05-17/);
    await expect(date.getByRole('spinbutton').last()).toBeFocused();
    await press(date.getByRole('button'));
    await expect(page.getByRole('dialog').getByRole('button', { name: /17 мая/ })).toBeFocused();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(date).toContainText('18.05.2034');
  });

  await test.step('a task that is due is opened, and a new protocol begun by its keys', async () => {
    const due = page.getByRole('list', { name: 'Сроки поручений' });
    await press(due.getByRole('link').first(), 'Shift+Tab');
    await expect(page.locator('h1')).toBeFocused();
    await expect(page).toHaveURL(/\/main\/protocols/);
    await page.goBack();
    await expect(due.getByRole('link').first()).toBeFocused();
    await press(page.getByRole('link', { name: 'Новый протокол' }), 'Shift+Tab');
    await expect(page).toHaveURL(/\/main\/protocols\/add$/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
  expect(trouble).toEqual([]);
});
