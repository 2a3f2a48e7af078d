import { expect, type Page } from '@playwright/test';
import { enterAs, test } from '#tests/support/bare-page.ts';
import type { BareProvider } from '#tests/support/bare-provider.ts';
import { barePassword } from '#tests/support/bare-provider-state.ts';

const required = 'Поле обязательно для заполнения';
const wrongEmail = 'Неверный формат e-mail';

const email = (page: Page) => page.getByLabel('E-mail');
const password = (page: Page) => page.getByLabel('Пароль', { exact: true });

/** Refuses one call with the server's words, or with none. */
function refuse(provider: BareProvider, path: string, status: number, message?: string, inData = false): void {
  provider.fault = (call) =>
    call.path === path
      ? { status, ...(message && { message }), messageIn: inData ? 'data.message' : 'message' }
      : undefined;
}

/** Holds one call until the returned function lets it go. */
function hold(provider: BareProvider, path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  provider.fault = async (call) => void (call.path === path && (await promise));
  return resolve;
}

test.describe('signing in', () => {
  test.beforeEach(({ page }) => page.goto('/login'));

  async function signIn(page: Page, secret = barePassword): Promise<void> {
    await email(page).fill('secretary@example.ru');
    await password(page).fill(secret);
    await page.getByRole('button', { name: 'Войти' }).click();
  }

  test('an error stands at its field, and only once that was touched', async ({ page }) => {
    await email(page).pressSequentially('секретарь');
    await expect(page.getByText(wrongEmail)).toBeHidden();
    await password(page).focus();
    await expect(email(page)).toHaveAccessibleDescription(wrongEmail);
    await expect(page.getByText(required)).toBeHidden();
    await email(page).fill('');
    await password(page).blur();
    await expect(email(page)).toHaveAccessibleDescription(required);
    await expect(password(page)).toHaveAccessibleDescription(required);
  });

  test('submitting touches both fields', async ({ page, provider }) => {
    await page.getByRole('button', { name: 'Войти' }).click();
    await expect(page.getByText(required)).toHaveCount(2);
    expect(provider.callsTo('POST', /login/)).toEqual([]);
  });

  for (const inData of [false, true]) {
    test(`the server's message stands under the form, from ${inData ? 'data.message' : 'message'}`, async ({
      page,
      provider,
    }) => {
      refuse(provider, '/login', 422, 'Логин или пароль не подходят', inData);
      await signIn(page, 'не тот');
      const message = page.getByRole('alert').filter({ hasText: 'Логин или пароль не подходят' });
      await expect(message).toBeVisible();
      const [form, told] = await Promise.all([password(page).boundingBox(), message.boundingBox()]);
      expect(told?.y).toBeGreaterThan(form?.y ?? 0);
      await expect(email(page)).toHaveValue('secretary@example.ru');
    });
  }

  test('the button says that it is loading', async ({ page, provider }) => {
    const letGo = hold(provider, '/login');
    await signIn(page);
    await expect(page.getByRole('button', { name: 'Загрузка...' })).toBeVisible();
    letGo();
    await expect(page).toHaveURL(/\/main\/home$/);
  });

  test('an answer without a token fails with «Token not found in response»', async ({ page, provider, trouble }) => {
    provider.fault = ({ path }) => (path === '/login' ? { status: 200, body: { data: { user: 3 } } } : undefined);
    await signIn(page);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect.poll(() => trouble.join('\n')).toContain('Token not found in response');
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

test.describe('asking for a link', () => {
  test.beforeEach(({ page }) => page.goto('/change-password'));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('the email is required and has a format', async ({ page }) => {
    await button(page, 'Отправить ссылку для сброса пароля').click();
    await expect(email(page)).toHaveAccessibleDescription(required);
    await email(page).fill('нет');
    await expect(email(page)).toHaveAccessibleDescription(wrongEmail);
  });

  test('idle, sending, sent: then the button is off and the success text stands', async ({ page, provider }) => {
    const letGo = hold(provider, '/change-password/send-link');
    await email(page).fill('secretary@example.ru');
    await button(page, 'Отправить ссылку для сброса пароля').click();
    await expect(button(page, 'Отправка...')).toBeVisible();
    letGo();
    await expect(button(page, 'Отправлено')).toBeDisabled();
    await expect(page.getByText('Инструкции по сбросу пароля отправлены на ваш email.')).toBeVisible();
    expect(provider.calls.at(-1)?.body).toEqual({ email: 'secretary@example.ru' });
  });

  for (const [told, shown] of [
    ['Подождите час', 'Подождите час'],
    [undefined, 'Не удалось отправить инструкции'],
  ] as const) {
    test(`refused ${told ? 'in words' : 'without a word'}, the field says «${shown}»`, async ({ page, provider }) => {
      refuse(provider, '/change-password/send-link', 429, told);
      await email(page).fill('secretary@example.ru');
      await button(page, 'Отправить ссылку для сброса пароля').click();
      await expect(email(page)).toHaveAccessibleDescription(shown);
      await expect(email(page)).toHaveValue('secretary@example.ru');
    });
  }
});

test.describe('a new password', () => {
  test.beforeEach(({ page }) => page.goto('/change-password/path?token=good&email=secretary%40example.ru'));
  const first = (page: Page) => page.getByLabel('Новый пароль', { exact: true });
  const second = (page: Page) => page.getByLabel('Подтвердите новый пароль');
  const submit = (page: Page) => page.getByRole('button', { name: 'Сбросить пароль' }).click();

  test('both fields are required, long enough and equal', async ({ page }) => {
    await submit(page);
    await expect(first(page)).toHaveAccessibleDescription(required);
    await expect(second(page)).toHaveAccessibleDescription(required);
    await first(page).fill('12345');
    await expect(first(page)).toHaveAccessibleDescription('Пароль должен содержать минимум 6 символов');
    await first(page).fill('123456');
    await second(page).fill('123457');
    await expect(second(page)).toHaveAccessibleDescription('Пароли должны совпадать');
  });

  test('set, it leads to the sign-in', async ({ page, provider }) => {
    await first(page).fill('новый-пароль');
    await second(page).fill('новый-пароль');
    await submit(page);
    await expect(page).toHaveURL(/\/login$/);
    expect(provider.callsTo('POST', /reset/)[0]?.body).toEqual({
      token: 'good',
      email: 'secretary@example.ru',
      password: 'новый-пароль',
      password_confirmation: 'новый-пароль',
    });
  });

  for (const [told, shown] of [
    ['Ссылка устарела', 'Ссылка устарела'],
    [undefined, 'Эта ссылка не действительна'],
  ] as const) {
    test(`refused ${told ? 'in words' : 'without a word'}: no form, «${shown}», a link to the sign-in`, async ({
      page,
      provider,
    }) => {
      refuse(provider, '/change-password/reset', 422, told);
      await first(page).fill('новый-пароль');
      await second(page).fill('новый-пароль');
      await submit(page);
      await expect(page.getByText(shown)).toBeVisible();
      await expect(page.locator('form')).toBeHidden();
      await page.getByRole('main').getByRole('link', { name: /вход/ }).click();
      await expect(page).toHaveURL(/\/login$/);
    });
  }
});

test.describe('signed in', () => {
  test('401: one refresh, and the call again with the new token', async ({ page, provider }) => {
    const stale = await enterAs(page, provider, 'secretary', '/head.js');
    provider.state.expireTokens();
    await page.goto('/main/protocols');
    await expect(page.getByRole('main').getByRole('link', { name: 'Без названия' }).first()).toBeVisible();
    const refreshes = provider.callsTo('POST', /^\/refresh$/);
    expect(refreshes.map(({ token, body }) => [token, body])).toEqual([[stale, undefined]]);
    const fresh = await page.evaluate(() => localStorage.getItem('token'));
    expect(fresh).not.toBe(stale);
    expect(provider.callsTo('GET', /^\/protocols$/).at(-1)?.token).toBe(fresh);
  });

  test('401 and a refresh without a token: signed out', async ({ page, provider }) => {
    await enterAs(page, provider, 'secretary', '/head.js');
    provider.state.expireTokens();
    provider.state.staleTokens.clear();
    await page.goto('/main/protocols');
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => ['token', 'role', 'user_id'].map((key) => localStorage.getItem(key)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('a list of protocols that is none: «Response data is not an array»', async ({ page, provider }) => {
    provider.fault = ({ path }) => (path === '/protocols' ? { status: 200, body: { data: { total: 3 } } } : undefined);
    await enterAs(page, provider, 'secretary', '/main/protocols');
    const alert = page.getByRole('alert').filter({ hasText: 'Response data is not an array' });
    await expect(alert).toBeVisible();
    provider.fault = () => undefined;
    await alert.getByRole('button', { name: 'Повторить' }).click();
    await expect(alert).toBeHidden();
  });

  test('a logout that fails is only logged: «Failed to logout»', async ({ page, provider, trouble }) => {
    refuse(provider, '/logout', 500, 'Сбой');
    await enterAs(page, provider, 'secretary', '/main/settings');
    await page.getByRole('button', { name: 'Выйти' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => trouble.join('\n')).toContain('Failed to logout');
    await expect(page.getByText('Сбой')).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('a screen that cannot be drawn: «Нет подключения к интернету», and a reload', async ({ page, provider }) => {
    const lost = /keywords-screen.*\.js|\/api\/health/;
    await page.route(lost, (route) => route.abort());
    await enterAs(page, provider, 'secretary', '/main/settings/keywords');
    const screen = page.getByRole('heading', { name: 'Нет подключения к интернету' });
    await expect(screen).toBeVisible();
    const reloaded = page.waitForEvent('domcontentloaded');
    await page.getByRole('button', { name: 'Обновить страницу' }).click();
    await reloaded;
    await expect(screen).toBeVisible();
    // The line is back: nobody has to press anything.
    await page.unroute(lost);
    await expect(page.getByRole('heading', { name: 'Ключевые слова', level: 1 })).toBeVisible();
  });

  test('a notification hides itself after ten seconds', async ({ page, provider, context }) => {
    await page.clock.install();
    await enterAs(page, provider, 'external', '/main/settings');
    await expect(page.getByRole('heading', { name: 'Настройки', level: 1 })).toBeVisible();
    // From here on time stands still but for what the test lets pass.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await context.setOffline(true);
    const toast = page.getByRole('button', { name: /Вы офлайн/ });
    await expect(toast).toBeVisible();
    await page.clock.runFor(9_900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();
  });
});
