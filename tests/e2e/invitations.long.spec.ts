import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { openUsers, signInThrough } from '#tests/support/people-steps.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';

/** Returns the links of a person's invitations, in order, as the server without SMTP prints them. */
function linksTo(server: ServerProcess, email: string): string[] {
  const mail = new RegExp(`«Приглашение в «Протокол»» для ${email.replaceAll('.', '\\.')}: .*\\n +(\\S+)`, 'g');
  return [...server.output.matchAll(mail)].map(([, link = '']) => link);
}

test('a manager invites a secretary, resends the invitation, and sees it accepted by the link', async ({
  page,
  browser,
  server,
  trouble,
}) => {
  const email = 'z.zueva@example.ru';
  const name = 'Зуева Зоя Захаровна';
  await signInThrough(page, server.url, 'manager@example.ru');
  await openUsers(page);
  await page.getByRole('button', { name: 'Добавить пользователя' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByRole('option')).toHaveText(['Секретарь', 'Внешний участник']);
  await form.getByLabel('Фамилия, имя, отчество').fill(name);
  await form.getByLabel('E-mail').fill(email);
  await form.getByRole('button', { name: 'Добавить' }).click();
  await expect(page.getByText('Почта не подключена: письмо сохранено на сервере')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Приглашение на сервере');
  await expect.poll(() => linksTo(server, email)).toHaveLength(1);

  await row.getByRole('button', { name: /^Действия/ }).click();
  await page.getByRole('menuitem', { name: 'Отправить приглашение ещё раз' }).click();
  await expect(page.getByText('Приглашение не ушло')).toBeVisible();
  await expect.poll(() => linksTo(server, email)).toHaveLength(2);

  const theirs = await (await browser.newContext()).newPage();
  const [, link = ''] = linksTo(server, email);
  await theirs.goto(link);
  await theirs.getByLabel('Новый пароль', { exact: true }).fill('пароль-зои');
  await theirs.getByLabel('Подтвердите новый пароль').fill('пароль-зои');
  await theirs.getByRole('button', { name: 'Сбросить пароль' }).click();
  await expect(theirs.getByText('Пароль сохранён. Войдите с ним.')).toBeVisible();
  await signInThrough(theirs, server.url, email, 'пароль-зои');
  await expect(theirs).toHaveURL(/\/main\/home$/);
  await theirs.context().close();

  await page.reload();
  await expect(row).toContainText('Приглашение принято');
  await row.getByRole('button', { name: /^Действия/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Изменить' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /приглашение/i })).toBeHidden();
  expect(trouble).toEqual([]);
});
