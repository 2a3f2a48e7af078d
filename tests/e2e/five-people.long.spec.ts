import { expect, type Page } from '@playwright/test';
import { createTask, getJson, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openUsers, signInThrough } from '#tests/support/people-steps.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { openAs } from '#tests/support/session-steps.ts';

/**
 * Returns the link in the last mail with this subject, as the server without SMTP prints it; undefined before it is
 * sent.
 */
function linkTo(server: ServerProcess, email: string, subject: string): string | undefined {
  const mail = new RegExp(`«${subject}» для ${email.replaceAll('.', '\\.')}: .*\\n +(\\S+)`, 'g');
  return [...server.output.matchAll(mail)].at(-1)?.[1];
}

async function accept(page: Page, link: string, email: string): Promise<void> {
  const { origin } = new URL(link);
  await page.goto(link);
  await page.getByLabel('Новый пароль', { exact: true }).fill('пароль-недели');
  await page.getByLabel('Подтвердите новый пароль').fill('пароль-недели');
  await page.getByRole('button', { name: 'Сбросить пароль' }).click();
  await expect(page.getByText('Пароль сохранён. Войдите с ним.')).toBeVisible();
  await signInThrough(page, origin, email, 'пароль-недели');
}

test('five kinds of people work together for a week, starting from mails', async ({ browser, ownServer: server }) => {
  const { url } = server;
  const tag = crypto.randomUUID().slice(0, 8);
  const [secretaryMail, externalMail, guestMail] = ['s', 'e', 'g'].map((who) => `${who}-${tag}@example.ru`) as [
    string,
    string,
    string,
  ];
  const commission = `Комиссия по закупкам ${tag}`;
  const task = `Подготовить договор ${tag}`;

  // The administrator checks whether the mail is connected, and adds a secretary.
  const admins = await openAs(browser, url, 'admin');
  const admin = await admins.newPage();
  await admin.goto(`${url}/main/settings?tab=state`);
  await admin.getByRole('button', { name: 'Проверить: Почта' }).click();
  await expect(admin.getByText(/Почта не подключена/).first()).toBeVisible();
  await openUsers(admin);
  await admin.getByRole('button', { name: 'Добавить пользователя' }).click();
  const newUser = admin.getByRole('dialog');
  await newUser.getByLabel('Фамилия, имя, отчество').fill('Зуева Зоя Захаровна');
  await newUser.getByLabel('E-mail').fill(secretaryMail);
  await newUser.getByLabel('Роль', { exact: true }).selectOption({ label: 'Секретарь' });
  await newUser.getByRole('button', { name: 'Добавить' }).click();
  const invited = () => linkTo(server, secretaryMail, 'Приглашение в «Протокол»');
  await expect.poll(invited).toBeDefined();

  // The secretary: from the mail to a year of meetings, with an external and a guest.
  const desk = await (await browser.newContext()).newPage();
  await accept(desk, invited() ?? '', secretaryMail);
  await expect(desk).toHaveURL(/\/main\/home$/);
  await openUsers(desk);
  await desk.getByRole('button', { name: 'Добавить внешнего участника' }).click();
  const newExternal = desk.getByRole('dialog');
  await newExternal.getByLabel('Фамилия, имя, отчество').fill('Щукин Пётр Ильич');
  await newExternal.getByLabel('E-mail').fill(externalMail);
  await newExternal.getByRole('button', { name: 'Добавить' }).click();
  const externalLink = () => linkTo(server, externalMail, 'Приглашение в «Протокол»');
  await expect.poll(externalLink).toBeDefined();
  await desk.goto(`${url}/main/meetings?view=list`);
  await desk.getByRole('link', { name: 'Новая встреча' }).click();
  const form = desk.getByRole('dialog', { name: 'Новая встреча' });
  await form.getByLabel('Название').fill(commission);
  await form.getByRole('button', { name: 'Добавить гостя' }).click();
  await form.getByLabel('Имя гостя').fill('Котова Ирина');
  await form.getByLabel('E-mail гостя').fill(guestMail);
  await form.getByLabel('Повторять').selectOption({ index: 2 });
  await expect(form.getByText(/\d+\sвстреч/).first()).toBeVisible();
  await form.getByRole('button', { name: 'Создать встречи' }).click();
  await expect(form).toBeHidden();
  await desk.getByRole('link', { name: commission }).first().click();
  const details = desk.getByRole('dialog', { name: commission });
  await details
    .getByRole('button', { name: /риглашения/ })
    .first()
    .click();
  const reach = desk.getByRole('alertdialog', { name: 'Пригласить на встречу серии' });
  await reach.getByRole('button', { name: 'Отправить приглашения' }).click();
  const guestLink = () => linkTo(server, guestMail, `Приглашение: ${commission}.*?`);
  await expect.poll(guestLink).toBeDefined();

  // The guest, who has no account, answers by the link, without JavaScript.
  const outside = await browser.newContext({ javaScriptEnabled: false });
  const guest = await outside.newPage();
  await guest.goto(guestLink() ?? '');
  await guest.getByLabel('Приду', { exact: true }).check();
  await guest.getByRole('button', { name: 'Ответить' }).click();
  await expect(guest.getByText(/Ваш ответ: «Приду»/)).toBeVisible();
  await desk.reload();
  await expect(details.getByText('1 из 1 придёт')).toBeVisible();

  // The protocol of the meeting has a task for the external participant; it is finished and signed.
  const token = await signIn(url, { email: secretaryMail, password: 'пароль-недели' });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { data: people } = await getJson<{ data: { id: string }[] }>(url, token, '/users?search=щукин');
  expect(people).toHaveLength(1);
  await details.getByRole('link', { name: /Создать протокол/ }).click();
  await desk.getByRole('button', { name: 'Создать протокол' }).click();
  await expect(desk).toHaveURL(/\/main\/protocols\/[\w-]{10,}/);
  const id = new URL(desk.url()).pathname.split('/').at(-1) ?? '';
  const item = { id: crypto.randomUUID(), title: 'О договоре', listened: 'Доклад о ценах.' };
  await expect
    .poll(async () => (await fetch(`${url}/api/protocols/${id}`, { headers })).status, {
      message: 'the protocol is sent',
    })
    .toBe(200);
  const change = (body: object) =>
    fetch(`${url}/api/protocols/${id}`, { method: 'PUT', headers, body: JSON.stringify(body) });
  expect((await change({ agenda: [item] })).status).toBe(200);
  await createTask(url, token, id, {
    title: task,
    assignee_id: people[0]?.id,
    agenda_id: item.id,
    due_at: '2099-02-01',
  });
  expect((await change({ stage: 'finish' })).status).toBe(200);

  // The external participant is told of the task, and reports it.
  const theirs = await (await browser.newContext()).newPage();
  await accept(theirs, externalLink() ?? '', externalMail);
  await theirs.getByRole('button', { name: /^Уведомления: 1/ }).click();
  await theirs.getByRole('link', { name: new RegExp(`Новое поручение: ${task}`) }).click();
  const own = theirs.getByRole('list', { name: 'Мои поручения' }).getByRole('listitem').filter({ hasText: task });
  await own.getByRole('button', { name: 'Исполнено' }).click();
  const report = theirs.getByRole('dialog', { name: 'Исполнено' });
  await report.getByLabel('Что сделано').fill('Договор подписан');
  await report.getByRole('button', { name: 'Отправить секретарю' }).click();
  await expect(own).toContainText('Ждёт подтверждения');

  // The secretary is told, and confirms; the external sees it.
  await desk.goto(`${url}/main/home`);
  await expect(desk.getByRole('button', { name: /^Уведомления: 1/ })).toBeVisible();
  await desk.goto(`${url}/main/protocols?tab=tasks`);
  await desk.getByRole('button', { name: `Подтвердить исполнение: ${task}` }).click();
  await theirs.reload();
  await expect(own).toContainText('Подтверждено');

  // The manager whom the administrator gave her: finds the task, and reads the protocol.
  const adminToken = await signIn(url, { email: 'admin@example.ru', password: 'protokol' });
  const managerToken = await signIn(url, { email: 'manager@example.ru', password: 'protokol' });
  const { data: boss } = await getJson<{ data: { id: string } }>(url, managerToken, '/me');
  const { data: me } = await getJson<{ data: { id: string } }>(url, token, '/me');
  const given = await fetch(`${url}/api/users/${me.id}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ manager_id: boss.id }),
  });
  expect(given.status).toBe(200);
  const managers = await openAs(browser, url, 'manager');
  const reader = await managers.newPage();
  await reader.goto(`${url}/main/secretaries?view=tasks&secretary=${me.id}`);
  await reader.getByRole('link', { name: task, exact: true }).click();
  await expect(reader.locator('[data-assignment]').filter({ hasText: task })).toBeVisible();
  await expect(reader.getByText('Доклад о ценах.')).toBeVisible();
});
