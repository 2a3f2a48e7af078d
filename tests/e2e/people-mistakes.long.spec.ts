import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { everyScreen } from '#tests/support/every-screen.ts';
import { openUsers, signInThrough } from '#tests/support/people-steps.ts';
import { picture } from '#tests/support/picture.ts';
import { openAs } from '#tests/support/session-steps.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "run"</script></svg>';

test(
  'unsuitable pictures are refused in the form, and nothing typed is lost',
  { tag: '@long' },
  async ({ page, server, trouble }, info) => {
    await signInThrough(page, server.url, 'admin@example.ru');
    await openUsers(page);
    await page.getByRole('button', { name: 'Добавить пользователя' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Фамилия, имя, отчество').fill('  Ошибкин   Пётр ');
    await form.getByLabel('E-mail').fill('p.oshibkin@example.ru');
    const choose = (name: string, mimeType: string, buffer: Uint8Array) =>
      form.getByLabel('Выбрать фото').setInputFiles({ name, mimeType, buffer: Buffer.from(buffer) });
    // Written to disk: this much data would take long to reach the browser as text.
    const scan = info.outputPath('скан.png');
    await writeFile(scan, picture(20 * 1024 * 1024));
    await form.getByLabel('Выбрать фото').setInputFiles(scan);
    await expect(form.getByText('«скан.png» — 20 МБ. Выберите картинку не больше 15 МБ.')).toBeVisible();
    for (const [name, type] of [
      ['значок.svg', 'image/svg+xml'],
      ['значок.png', 'image/png'],
    ] as const) {
      await choose(name, type, Buffer.from(script));
      await expect(form.getByText(`«${name}» не подходит: нужна картинка PNG, JPEG, WebP или GIF.`)).toBeVisible();
    }
    await expect(page).not.toHaveTitle('run');
    await expect(form.getByLabel('E-mail')).toHaveValue('p.oshibkin@example.ru');
    await form.getByRole('button', { name: 'Добавить' }).click();
    await expect(form).toBeHidden();
    // Searched for: other tests add people to this list too.
    await page.getByRole('searchbox', { name: 'Поиск пользователей' }).fill('p.oshibkin');
    const row = page.getByRole('row', { name: /Ошибкин Пётр/ });
    await expect(row).toContainText('p.oshibkin@example.ru');
    await expect(row.locator('img')).toHaveCount(0);
    expect(trouble).toEqual([]);
  },
);

test('by the keyboard no focused field of a long form is hidden behind its buttons', async ({ page, server }) => {
  await signInThrough(page, server.url, 'admin@example.ru');
  await openUsers(page);
  await page.getByRole('button', { name: 'Добавить пользователя' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Фамилия, имя, отчество')).toBeFocused();
  const foot = form.getByRole('button', { name: 'Добавить' });
  for (const label of ['E-mail', 'Роль', 'Руководитель', 'Должность', 'Организация', 'Телефон', /^Пароль/]) {
    await page.keyboard.press('Tab');
    const field = form.getByLabel(label).and(form.locator('input, select')).first();
    await expect(field).toBeFocused();
    const [shown, buttons] = [await field.boundingBox(), await foot.boundingBox()];
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
  }
});

test('changing a manager’s role warns of the consequences and ends their sessions', async ({ browser, ownServer }) => {
  const hers = await openAs(browser, ownServer.url, 'manager');
  const [manager, page] = [await hers.newPage(), await (await openAs(browser, ownServer.url, 'admin')).newPage()];
  await manager.goto('/main/secretaries');
  await expect(manager.getByRole('link', { name: 'Петрова Анна Андреевна' })).toBeVisible();
  await page.goto('/main/settings/users');
  await page.getByRole('button', { name: 'Белова Ирина Михайловна', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Роль').selectOption('Секретарь');
  await expect(form.getByText(/Открытые сеансы закончатся, секретарям понадобится другой руководитель/)).toBeVisible();
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row', { name: /^Белова/ })).toContainText('Секретарь');
  await manager.reload();
  await expect(manager).toHaveURL(/\/login$/);
  await hers.close();
  await page.context().close();
});

test('the selected tab of the settings is visible on a narrow screen', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'admin');
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/settings?tab=documents');
  await expect(page.getByRole('link', { name: 'Документы' })).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('link', { name: 'Профиль и приложение' }).click();
  await page.getByRole('link', { name: 'Документы' }).click();
  await expect(page.getByRole('heading', { name: 'Документы' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Документы' })).toBeInViewport({ ratio: 0.9 });
  await context.close();
});

test('the selected tab of a protocol is visible on a narrow screen', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  const screens = await everyScreen(server.url);
  await page.goto(screens.find(({ name }) => name === 'protocol-recorded')?.address ?? '');
  for (const name of [/^Участники/, 'Расшифровка', 'Итоги', 'Протокол']) {
    const tab = page.getByRole('tab', { name, exact: true });
    // A press that scrolls nothing into view by itself.
    await tab.dispatchEvent('click');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(tab).toBeInViewport({ ratio: 0.9 });
  }
  await context.close();
});
