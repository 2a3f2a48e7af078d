import { expect, type Locator, type Page } from '@playwright/test';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { closeByEscape } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';
import { byLevel } from '#tests/support/level.ts';
import { openAs } from '#tests/support/session-steps.ts';

const title = 'Протокол для обхода клавишами';

/** Presses the key with this Latin letter, as the Russian layout sends it. */
async function pressRussian(page: Page, letter: string, code: string): Promise<void> {
  await page.evaluate(
    ([key, place]) => {
      const target = document.activeElement ?? document.body;
      for (const type of ['keydown', 'keyup'])
        target.dispatchEvent(new KeyboardEvent(type, { key, code: place, bubbles: true, cancelable: true }));
    },
    [letter, code] as const,
  );
}

test('after a fresh load the first Tab reaches the link past the menu, on every screen', async ({
  browser,
  server,
}) => {
  const id = await createProtocol(server.url, await signIn(server.url), title);
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  const others = [
    '/main/meetings',
    '/main/protocols',
    '/main/settings',
    '/main/settings/users',
    '/main/settings/keywords',
  ];
  for (const address of ['/main/home', `/main/protocols/${id}`, ...byLevel([], others)]) {
    await page.goto(address);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const skip = page.getByRole('link', { name: 'К содержанию' });
    await page.keyboard.press('Tab');
    await expect(skip, address).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    const main = page.getByRole('main');
    await expect(main).toBeFocused();
    // Before its data has loaded, a screen may have nothing to focus.
    await expect(main.locator('a[href], button:enabled').first()).toBeVisible();
    await page.keyboard.press('Tab');
    const isInside = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
    await expect.poll(isInside, address).toBe(true);
  }
  await context.close();
});

test('a new protocol opened by its address starts with the focus in its title', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  await page.goto('/main/protocols/add');
  await expect(page.getByLabel('Название')).toBeFocused();
  await context.close();
});

test('closing a dialog or menu returns the focus to what opened it', async ({ browser, server, trouble }) => {
  const id = await createProtocol(server.url, await signIn(server.url), title, {
    agenda: ['О смете', 'О складе', 'О кадрах'].map((each) => ({ id: crypto.randomUUID(), title: each })),
  });
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  /** Expects the focus to return to the opener after Enter and Escape. */
  const comesBack = async (opener: Locator, opened: Locator) => {
    await opener.focus();
    await page.keyboard.press('Enter');
    await closeByEscape(opened);
    await expect(opener).toBeFocused();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto('/main/meetings?view=list');
  await comesBack(page.getByRole('link', { name: 'Новая встреча' }), dialog);
  await comesBack(page.getByRole('button', { name: /Открыть очередь отправки$/ }), dialog);
  await page.goto(`/main/protocols/${id}`);
  await comesBack(button('Переместить: вопрос 2'), dialog);
  await comesBack(button('Действия: вопрос 2'), page.getByRole('menu'));
  await button('Завершить').click();
  await comesBack(button('Сформировать итоговый протокол'), dialog);
  await page.goto('/main/settings/users');
  await comesBack(button('Добавить внешнего участника'), dialog);
  expect(trouble).toEqual([]);
  await context.close();
});

test('«?» lists the shortcuts and returns the focus, and two-key shortcuts work in the Russian layout', async ({
  browser,
  server,
}) => {
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  await page.goto('/main/home');
  const start = page
    .getByRole('link', { name: 'Назначить встречу' })
    .or(page.getByRole('link', { name: 'Новая встреча' }))
    .first();
  await start.focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Сочетания клавиш' });
  for (const [group, line] of [
    ['Разделы', 'Протоколы'],
    ['Создать', 'Новый протокол'],
    ['Везде', 'Очередь отправки'],
  ] as const) {
    await expect(help.getByRole('region', { name: group }).getByText(line, { exact: true })).toBeVisible();
  }
  // An open popup keeps the keys to itself.
  await pressRussian(page, 'п', 'KeyG');
  await pressRussian(page, 'з', 'KeyP');
  await expect(page).toHaveURL(/\/main\/home$/);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(start).toBeFocused();

  for (const [key, code, address, heading] of [
    ['з', 'KeyP', '/main/protocols', 'Протоколы'],
    ['ь', 'KeyM', '/main/meetings', 'Встречи'],
    ['л', 'KeyK', '/main/settings/keywords', 'Ключевые слова'],
    ['ы', 'KeyS', '/main/settings', 'Настройки'],
  ] as const) {
    await pressRussian(page, 'п', 'KeyG');
    await pressRussian(page, key, code);
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }
  await context.close();
});
