import { expect } from '@playwright/test';
import { create, signIn } from '#tests/support/api-client.ts';
import { press, tabTo } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';

test('a forgotten password by the keyboard alone: a link is requested, and a new password set with it', async ({
  page,
  server,
  trouble,
}) => {
  const { keyboard } = page;
  const email = `forgetful-${crypto.randomUUID().slice(0, 8)}@example.ru`;
  const admin = await signIn(server.url, { email: 'admin@example.ru', password: 'protokol' });
  await create(server.url, admin, '/users', { email, role: 'external', name: 'Забывчивый', password: 'прежний' });
  const link = () => new RegExp(` для ${email}: .*\\n +(\\S+)`).exec(server.output)?.[1];

  await test.step('the link is asked for', async () => {
    await page.goto(`${server.url}/login`);
    await press(page.getByRole('link', { name: 'Забыли пароль?' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Сброс пароля' })).toBeVisible();
    await tabTo(page.getByRole('textbox', { name: 'E-mail' }));
    await keyboard.type('forgetful');
    await keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription('Неверный формат e-mail');
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
    await keyboard.press('Control+A');
    await keyboard.type(email);
    await keyboard.press('Enter');
    const told = 'Инструкции по сбросу пароля отправлены на ваш email.';
    await expect(page.getByRole('status').filter({ hasText: told })).toContainText(
      'Почта не подключена: письмо сохранено на сервере. Обратитесь к администратору.',
    );
    await expect(page.getByRole('button', { name: 'Отправлено' })).toBeDisabled();
    // The message has the focus, which the button lost by its own action.
    await expect(page.getByText(told)).toBeFocused();
    await expect.poll(link).toBeTruthy();
  });

  await test.step('another password is set', async () => {
    await page.goto(link() ?? '');
    await tabTo(page.getByLabel('Новый пароль', { exact: true }));
    await keyboard.insertText('новый-пароль');
    await tabTo(page.getByLabel('Подтвердите новый пароль'));
    await keyboard.insertText('не тот пароль');
    await keyboard.press('Enter');
    await expect(page.getByLabel('Подтвердите новый пароль')).toHaveAccessibleDescription('Пароли должны совпадать');
    await expect(page.getByLabel('Подтвердите новый пароль')).toBeFocused();
    await keyboard.press('Control+A');
    await keyboard.insertText('новый-пароль');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('status').getByText('Пароль сохранён. Войдите с ним.')).toBeVisible();
  });

  await test.step('a link that was used says so, and leads back', async () => {
    await page.goto(link() ?? '');
    for (const label of ['Новый пароль', 'Подтвердите новый пароль']) {
      await tabTo(page.getByLabel(label, { exact: true }));
      await keyboard.insertText('третий-пароль');
    }
    await keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(/ссылка/i);
    await press(page.getByRole('link', { name: /вход/i }));
    await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
  });
  expect(trouble).toEqual([]);
});
