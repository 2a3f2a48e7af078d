import { expect, type Page } from '@playwright/test';
import { createMeeting, createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

interface Row {
  title: string;
  start_at: string;
  end_at: string;
}

async function times(url: string): Promise<string[]> {
  const path = '/meetings?start_date_at=2035-09-01&end_date_at=2035-09-30';
  const { data } = await getJson<{ data: Row[] }>(url, await signIn(url), path);
  return data.map(({ title, start_at, end_at }) => `${title} ${start_at.slice(5, 16)} – ${end_at.slice(5, 16)}`);
}

/** Opens the picker of a time, presses in it, and closes it by a press outside. */
async function pressTime(page: Page, field: string, button: string, presses: number): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await page.getByRole('group', { name: field }).getByRole('button').click();
  const step = page.getByRole('button', { name: button });
  // Completely visible, even where the screen has no room for the whole month.
  await expect(step).toBeInViewport({ ratio: 1 });
  for (let press = 0; press < presses; press += 1) await step.click();
  await page.mouse.click(4, 4);
  await expect(step).toBeHidden();
  await expect(dialog).toBeVisible();
}

test('everything dragged in the calendar can be done by single clicks: create, move, extend', async ({
  page,
  server,
  trouble,
}) => {
  const at = (time: string) => `2035-09-12T${time}:00+03:00`;
  await createMeeting(server.url, await signIn(server.url), {
    title: 'Ревизия',
    start_at: at('10:00'),
    end_at: at('11:00'),
  });
  await signInAsSecretary(page.context(), server.url);
  await page.goto(`${server.url}/main/meetings?view=week&date=2035-09-12`);
  const meeting = page.getByRole('grid').getByRole('button', { name: 'Ревизия' });
  const dialog = page.getByRole('dialog');

  await test.step('moved to another day and hour', async () => {
    await meeting.click();
    await dialog.getByRole('button', { name: 'Изменить' }).click();
    await page.setViewportSize({ width: 1366, height: 600 });
    await pressTime(page, 'Начало', 'На полчаса позже', 3);
    await page.getByRole('group', { name: 'Начало' }).getByRole('button').click();
    await page.getByRole('button', { name: /14 сентября/ }).click();
    await expect(page.getByRole('group', { name: 'Окончание' })).toContainText(/14\.09\.2035, .?12:30/);
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await expect.poll(() => times(server.url)).toEqual(['Ревизия 09-14T08:30 – 09-14T09:30']);
  });

  await test.step('made longer', async () => {
    await meeting.click();
    await dialog.getByRole('button', { name: 'Изменить' }).click();
    await pressTime(page, 'Окончание', 'На полчаса позже', 2);
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await expect.poll(() => times(server.url)).toEqual(['Ревизия 09-14T08:30 – 09-14T10:30']);
  });

  await test.step('made where the calendar is pressed', async () => {
    const column = await page.getByRole('columnheader').nth(1).boundingBox();
    const row = await page.locator('[data-time="14:00:00"]').last().boundingBox();
    if (!column || !row) throw new Error('There is no such hour');
    await page.mouse.click(column.x + column.width / 2, row.y + row.height / 2);
    await expect(dialog.getByRole('group', { name: 'Начало' })).toContainText(/11\.09\.2035, .?14:00/);
    // Leaving the empty title for a button shows no error, which would push the button away.
    await expect(dialog.getByLabel('Название')).toBeFocused();
    await pressTime(page, 'Окончание', 'На полчаса раньше', 1);
    await expect(dialog.getByRole('group', { name: 'Окончание' })).toContainText(/11\.09\.2035, .?14:30/);
    await dialog.getByRole('button', { name: 'Создать встречу' }).click();
    await expect(dialog.getByLabel('Название')).toHaveAccessibleDescription('Поле обязательно для заполнения');
    await dialog.getByLabel('Название').fill('Приёмка');
    await dialog.getByRole('button', { name: 'Создать встречу' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => times(server.url)).toContain('Приёмка 09-11T11:00 – 09-11T11:30');
  });
  expect(trouble).toEqual([]);
});

test('everything dragged in an agenda can be done by single clicks, also in a new protocol', async ({
  page,
  server,
  trouble,
}) => {
  const agenda = ['О песке', 'О соли', 'О лопатах'].map((title) => ({ id: crypto.randomUUID(), title }));
  const id = await createProtocol(server.url, await signIn(server.url), 'Протокол о порядке вопросов', { agenda });
  await signInAsSecretary(page.context(), server.url);
  await page.goto(`${server.url}/main/protocols/${id}`);
  const questions = page.getByRole('list', { name: 'Повестка дня' }).getByRole('heading', { level: 2 });
  await page.getByRole('button', { name: 'Действия: вопрос 3' }).click();
  await page.getByRole('menuitem', { name: 'Выше' }).click();
  await expect(questions).toHaveText([/О песке/, /О лопатах/, /О соли/]);
  await page.getByRole('button', { name: 'Действия: вопрос 1' }).click();
  await page.getByRole('menuitem', { name: 'Ниже' }).click();
  await expect(questions).toHaveText([/О лопатах/, /О песке/, /О соли/]);
  await page.getByRole('button', { name: 'Переместить: вопрос 3' }).click();
  await page.getByRole('dialog').getByLabel('Каким по счёту поставить').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Переместить' }).click();
  await expect(questions).toHaveText([/О соли/, /О лопатах/, /О песке/]);

  await page.goto(`${server.url}/main/protocols/add`);
  for (const title of ['Первый', 'Второй']) {
    await page.getByRole('button', { name: 'Добавить вопрос' }).click();
    await page.keyboard.insertText(title);
  }
  await page.getByRole('button', { name: 'Выше: вопрос 2' }).click();
  await expect(page.getByRole('textbox', { name: 'Вопрос 1' })).toHaveValue('Второй');
  await expect(page.getByRole('textbox', { name: 'Вопрос 2' })).toHaveValue('Первый');
  expect(trouble).toEqual([]);
});
