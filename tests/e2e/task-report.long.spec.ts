import { expect } from '@playwright/test';
import { create, createProtocol, createTask, getJson, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

test('an external participant reports a task with a file, the secretary confirms, and both see it', async ({
  browser,
  server,
}) => {
  const token = await signIn(server.url);
  const external = await signIn(server.url, { email: 'external@example.ru', password: 'protokol' });
  const { data: me } = await getJson<{ data: { id: string } }>(server.url, external, '/me');
  const title = `Прислать акт сверки ${crypto.randomUUID()}`;
  const item = { id: crypto.randomUUID(), title: 'О сверке', listened: 'Доклад о расчётах.' };
  const id = await createProtocol(server.url, token, `О сверке ${crypto.randomUUID()}`, {
    held_at: '2026-01-12T10:00:00+03:00',
    agenda: [item],
  });
  await create(server.url, token, `/protocols/${id}/members`, { member_id: me.id });
  await createTask(server.url, token, id, { title, assignee_id: me.id, agenda_id: item.id, due_at: '2026-02-01' });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  await fetch(`${server.url}/api/protocols/${id}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ stage: 'finish' }),
  });
  await fetch(`${server.url}/api/protocols/${id}/final`, { method: 'POST', headers, body: '{}' });

  const theirs = await openAs(browser, server.url, 'external');
  const page = await theirs.newPage();
  await page.goto(`${server.url}/main`);
  const own = page.getByRole('list', { name: 'Мои поручения' }).getByRole('listitem').filter({ hasText: title });
  await expect(own).toContainText('Просрочено');
  await own.getByRole('button', { name: 'Исполнено' }).click();
  const form = page.getByRole('dialog', { name: 'Исполнено' });
  await form.getByLabel('Что сделано').fill('Акт подписан обеими сторонами');
  const file = { name: 'Акт.csv', mimeType: 'text/csv', buffer: Buffer.from('Статья;Сумма') };
  await form.getByLabel('Файлы', { exact: true }).setInputFiles(file);
  await form.getByRole('button', { name: 'Отправить секретарю' }).click();
  await expect(own).toContainText('Ждёт подтверждения');

  const secretary = await openAs(browser, server.url, 'secretary');
  const desk = await secretary.newPage();
  await desk.goto(`${server.url}/main/protocols?tab=tasks`);
  const waiting = desk
    .getByRole('list', { name: 'Ждут подтверждения' })
    .getByRole('listitem')
    .filter({ hasText: title });
  await expect(waiting).toContainText('Акт подписан обеими сторонами');
  const download = desk.waitForEvent('download');
  await waiting.getByRole('link', { name: 'Акт.csv' }).click();
  expect((await download).suggestedFilename()).toBe('Акт.csv');
  await waiting.getByRole('button', { name: `Подтвердить исполнение: ${title}` }).click();
  await expect(waiting).toHaveCount(0);

  await page.reload();
  await expect(own).toContainText('Подтверждено');
  await own.getByRole('link', { name: /^Протокол/ }).click();
  await expect(page.getByRole('region', { name: 'Страницы документа' })).toContainText('Доклад о расчётах.');
  const pdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать PDF' }).click();
  expect((await pdf).suggestedFilename()).toMatch(/^Протокол.*\.pdf$/);
  await theirs.close();
  await secretary.close();
});
