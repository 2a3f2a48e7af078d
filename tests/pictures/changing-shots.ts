import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { createProtocol, createTask, getJson, signIn } from '#tests/support/api-client.ts';
import { moment } from './moment.ts';
import type { Shot } from './shot.ts';
import { writeQuestion } from './steps.ts';
import { see, settled, toastIsGone } from './studio.ts';

/** Pictures that change something on the server, or leave something waiting in the browser: taken last. */
export const changingShots: Shot[] = [
  {
    name: 'finishing',
    on: 'protocol-add',
    prepare: async ({ page, server }) => {
      const agenda = [{ id: crypto.randomUUID(), title: 'О сроках годового отчёта' }];
      const fields = { held_at: moment.toISOString(), agenda };
      const token = await signIn(server.url);
      const id = await createProtocol(server.url, token, 'Совещание о подготовке годового отчёта', fields);
      await createTask(server.url, token, id, { title: 'Составить график работ' });
      await page.goto(`/main/protocols/${id}`);
      await see(page.getByRole('heading', { name: 'Перед завершением' })).toBeVisible();
      await settled(page);
      await page.getByRole('button', { name: 'Завершить', exact: true }).click();
      await page.getByRole('button', { name: 'Сформировать итоговый протокол' }).click();
      await see(page.getByRole('alertdialog', { name: 'Сформировать итоговый протокол?' })).toBeVisible();
    },
  },
  {
    name: 'upload',
    on: 'protocol-written',
    prepare: async ({ page, folder }) => {
      const lost = loseLineAfter(page.context(), 3);
      await page.getByLabel('Выбрать видео').setInputFiles(await longRecording(folder, 9.6 * chunkBytes));
      await lost;
      await toastIsGone(page);
      // The message is shown between its tries, which are short.
      const upload = page.getByRole('region', { name: 'Загрузка видео' });
      await see(upload).toContainText('файл сохранён на устройстве');
    },
  },
  {
    name: 'queue',
    on: 'protocol-written',
    prepare: async ({ page }) => {
      // Opened online, since these pages have no worker that keeps the code of the form.
      const form = await writeQuestion(page, 1);
      await page.context().setOffline(true);
      await form.getByLabel('Слушали').fill('Переход займёт три недели: сначала склад, затем бухгалтерия.');
      await page.getByRole('button', { name: 'Готово' }).click();
      await see(form).toBeHidden();
      await page
        .getByLabel(/^Выполнено: /)
        .first()
        .click();
      await page.getByRole('button', { name: /Открыть очередь отправки$/ }).click();
      await see(page.getByRole('dialog', { name: 'Очередь отправки' })).toContainText('отправится само');
    },
  },
  {
    name: 'conflict',
    on: 'protocol-ended',
    prepare: async ({ page, server }) => {
      // Opened online, since these pages have no worker that keeps the code of the form.
      const form = await writeQuestion(page, 1);
      await page.context().setOffline(true);
      await form
        .getByLabel('Слушали')
        .fill('Просрочка сократилась до 4,2 млн рублей. Срок трёх претензий истекает в декабре.');
      await page.getByRole('button', { name: 'Готово' }).click();
      await see(form).toBeHidden();
      await writeElsewhere(server.url, page.url(), 'Просрочка сократилась до 3,9 млн рублей.');
      await page.context().setOffline(false);
      const question = page.getByRole('heading', { name: 'Протокол изменили в другом месте' });
      await see(question).toBeVisible();
      await question.evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
    },
  },
];

/** Cuts the connection when this many chunks of a recording are on the server. */
function loseLineAfter(context: BrowserContext, parts: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  void context.route('**/upload-chunks', async (route) => {
    if (route.request().method() !== 'POST' || begun++ < parts) return route.fallback();
    await context.setOffline(true);
    await route.abort();
    resolve();
  });
  return promise;
}

/** Lengthens the demo's recording by bytes that players skip. */
async function longRecording(folder: string, bytes: number): Promise<string> {
  const path = join(folder, 'Совещание 12 ноября.mp4');
  const file = await open(path, 'w');
  await file.write(await readFile(new URL('../../server/demo/budget-meeting.mp4', import.meta.url)));
  await file.truncate(Math.round(bytes));
  await file.close();
  return path;
}

/** Changes the first question as another device. */
async function writeElsewhere(url: string, address: string, listened: string): Promise<void> {
  const token = await signIn(url);
  const path = `/protocols/${new URL(address).pathname.split('/').at(-1)}`;
  const { data } = await getJson<{ data: { version: number; agenda: object[] } }>(url, token, path);
  const agenda = data.agenda.map((item, index) => (index === 0 ? { ...item, listened } : item));
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const body = JSON.stringify({ version: data.version, agenda });
  const answer = await fetch(`${url}/api${path}`, { method: 'PUT', headers, body });
  if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status}`);
}
