import { expect, type Page } from '@playwright/test';
import { createProtocol, createTask, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

const questions = [
  { id: 'q1', title: 'Об отчёте' },
  { id: 'q2', title: 'О щитах' },
];

test('a decision becomes a task by one key, and an earlier task is carried over with its origin', async ({
  context,
  server,
  trouble,
}) => {
  const token = await signIn(server.url);
  const title = `Комиссия по надзору ${Date.now()}`;
  const first = await createProtocol(server.url, token, title, {
    ...{ number: `Н-${Date.now()}`, held_at: '2026-03-03T10:00:00+03:00', agenda: questions },
  });
  await createTask(server.url, token, first, { title: 'Проверить щиты', agenda_id: 'q2', due_at: '2026-03-20' });
  const decisions = [{ id: 'd1', text: 'Подготовить отчёт до 05.12.2036 👍 <b>срочно</b>' }];
  const second = await createProtocol(server.url, token, title, {
    ...{ held_at: '2026-03-10T10:00:00+03:00', agenda: [{ id: 'q3', title: 'Об отчёте', decisions }] },
  });
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/protocols/${second}`);

  await page.getByRole('button', { name: 'Поручение из решения 1.1.' }).press('Enter');
  const list = page.getByRole('list', { name: 'Поручения протокола' });
  await expect(list.getByText('Подготовить отчёт 👍 <b>срочно</b>')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Кому поручено: Подготовить отчёт/ })).toBeFocused();
  await expect(list.getByText('из решения по вопросу 1')).toBeVisible();
  await expect(list.getByText('до 5 декабря 2036')).toBeVisible();
  // The line is cut only after this one is sent, so that the next one alone has to wait for it.
  const waiting = list.getByRole('button', { name: 'ожидает отправки' });
  await expect(waiting).toHaveCount(0, { timeout: 30_000 });

  const earlier = page.getByRole('region', { name: 'Открытые поручения прошлых протоколов' });
  const head = earlier.getByRole('button', { name: /^Открытые поручения/ });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.press('Enter');
  await expect(earlier.getByText('Проверить щиты')).toBeVisible();
  await context.setOffline(true);
  await earlier.getByRole('button', { name: 'Взять на контроль: Проверить щиты' }).press('Enter');
  await expect(list.getByText(/^перенесено: протокол № Н-\d+, п\. 2$/)).toBeVisible();
  await expect(waiting).toBeVisible();
  await context.setOffline(false);
  await expect(waiting).toHaveCount(0, { timeout: 30_000 });

  // A task in two protocols has the same status in both.
  await list.getByRole('checkbox', { name: 'Выполнено: Проверить щиты' }).press('Space');
  await expect.poll(() => statusOf(first, 'Проверить щиты')).toBe('done');
  expect(trouble).toEqual([]);

  async function statusOf(id: string, name: string): Promise<string | undefined> {
    type Reply = { data: { tasks: { title: string; status: string }[] } };
    const { data } = await getJson<Reply>(server.url, token, `/protocols/${id}`);
    return data.tasks.find((task) => task.title === name)?.status;
  }
});

test('all tasks: overdue first, filtered in the address, completed by one click online and offline', async ({
  context,
  server,
  trouble,
}) => {
  const token = await signIn(server.url);
  const id = await createProtocol(server.url, token, 'О порядке поручений');
  await createTask(server.url, token, id, { title: 'Старейшее', due_at: '2001-01-10' });
  await createTask(server.url, token, id, { title: 'Следующее', due_at: '2001-01-11' });
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/protocols?tab=tasks`);
  const rows = page.getByRole('table', { name: 'Поручения' }).locator('tbody tr');
  await expect(rows.nth(0)).toContainText('Старейшее');
  await expect(rows.nth(0)).toContainText('Просрочено на');
  await expect(rows.nth(1)).toContainText('Следующее');

  await page.getByRole('combobox', { name: 'Статус', exact: true }).selectOption('Просроченные');
  await expect(page).toHaveURL(/status=overdue/);
  await check(page, 'Старейшее').click();
  await expect(rows.nth(0)).toContainText('Следующее');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Статус', exact: true })).toHaveValue('overdue');
  await expect(rows.nth(0)).toContainText('Следующее');

  await context.setOffline(true);
  await check(page, 'Следующее').press('Enter');
  await expect(page.getByRole('row', { name: /Следующее/ })).toContainText('ожидает отправки');
  await expect(check(page, 'Следующее')).toBeChecked();
  await check(page, 'Следующее').press('Space');
  await expect(check(page, 'Следующее')).not.toBeChecked();
  await check(page, 'Следующее').press('Space');
  await context.setOffline(false);
  await expect
    .poll(
      async () => {
        type Reply = { data: { tasks: { status: string }[] } };
        const { data } = await getJson<Reply>(server.url, token, `/protocols/${id}`);
        return data.tasks.map(({ status }) => status);
      },
      { timeout: 30_000 },
    )
    .toEqual(['done', 'done']);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Статус', exact: true })).toHaveValue('');
  expect(trouble).toEqual([]);
});

function check(page: Page, title: string) {
  return page.getByRole('checkbox', { name: `Выполнено: ${title}` });
}
