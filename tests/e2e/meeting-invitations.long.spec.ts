import { expect } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';

// The worker serves the app's own addresses, but not those of guests.
test.use({ serviceWorkers: 'allow' });

/** Returns the link in the mail to somebody, as the server without SMTP prints it. */
function linkTo(server: ServerProcess, email: string): string | undefined {
  const mail = new RegExp(`«Приглашение: .*» для ${email.replaceAll('.', '\\.')}: .*\\n +(\\S+/s/[\\w-]{43})`);
  return mail.exec(server.output)?.[1];
}

test('a guest answers an invitation without JavaScript, and the secretary sees it', async ({
  context,
  browser,
  server,
  trouble,
}) => {
  const title = `Совет ${crypto.randomUUID()}`;
  const email = `${crypto.randomUUID()}@partner.example.ru`;
  const page = await signInAsSecretary(context, server.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.goto(`${server.url}/main/meetings?view=list`);
  await page.getByRole('link', { name: 'Новая встреча' }).click();
  const form = page.getByRole('dialog', { name: 'Новая встреча' });
  await form.getByLabel('Название').fill(title);
  await form.getByLabel('Описание').fill('1. О смете\nВозьмите отчёты.');
  await form.getByRole('button', { name: 'Добавить гостя' }).click();
  await form.getByLabel('Имя гостя').fill('Щукин Пётр');
  await form.getByLabel('E-mail гостя').fill(email);
  await form.getByLabel('Отправить приглашения').check();
  await form.getByRole('button', { name: 'Создать встречу' }).click();
  await expect(page.getByText(/Письма участникам готовятся/)).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  const details = page.getByRole('dialog', { name: title });
  await expect(details.getByText(/· письмо сохранено на сервере/)).toBeVisible();
  await expect.poll(() => linkTo(server, email)).toBeDefined();
  const link = linkTo(server, email) ?? '';

  const outside = await browser.newContext({ javaScriptEnabled: false });
  const guest = await outside.newPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: title })).toBeVisible();
  await expect(guest.getByRole('listitem').filter({ hasText: 'О смете' })).toBeVisible();
  await expect(guest.getByLabel('Кто придёт вместо вас')).toBeHidden();
  await guest.getByLabel('Пришлю заместителя').check();
  await guest.getByLabel('Кто придёт вместо вас').fill('Котов Илья');
  await guest.getByRole('button', { name: 'Ответить' }).click();
  await expect(guest.getByText(/Ваш ответ: «Пришлю заместителя» \(Котов Илья\)/)).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('button', { name: 'Изменить ответ' })).toBeVisible();
  await outside.close();

  await page.reload();
  await expect(details.getByText('1 из 1 придёт')).toBeVisible();
  await expect(details.getByText(/Котов Илья/)).toBeVisible();
  await expectAccessible(page, 'a meeting with answers');
  // Where the app is installed, the page also comes from the server.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expectAccessible(page, 'the page of a guest');
  expect(trouble).toEqual([]);
});
