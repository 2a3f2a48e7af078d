import { type BrowserContext, expect as hurriedExpect, type Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { everyScreen } from '#tests/support/every-screen.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { begin, openProtocol, recorded } from '#tests/support/recorder-steps.ts';
import type { Things } from './things.ts';

// Outside of the test runner there is no configured timeout.
const expect = hurriedExpect.configure({ timeout: 30_000 });

export interface Drive {
  page: Page;
  /** Address of the server itself, beside that of the proxy. */
  serverUrl: string;
  proxy: FaultProxy;
  things: Things;
}

export const indicator = (page: Page) => page.getByRole('button', { name: /Открыть очередь отправки$/ });

/** Cuts the connection, and waits until the page knows it. */
export async function cut({ page, proxy }: Drive): Promise<void> {
  proxy.cut();
  await expect(page.getByText(/Нет подключения|Вы офлайн/).first()).toBeVisible();
}

/** Records until the browser is to be killed. */
export async function recordSound(context: BrowserContext, url: string, things: Things): Promise<void> {
  const page = await openProtocol(context, url, things.left);
  await begin(page, 'Только микрофон');
  await recorded(page, 4);
}

export async function openApp(context: BrowserContext, url: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${url}/main/home`);
  const login = page.getByLabel('E-mail');
  await expect(login.or(indicator(page)).first()).toBeVisible();
  if (await login.isVisible()) await signInAsSecretary(context, url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}

/** Opens every screen of a secretary, so that the device keeps what the server says there. */
export async function visitScreens({ page, proxy, serverUrl, things }: Drive): Promise<void> {
  const screens = (await everyScreen(serverUrl)).filter(({ who }) => who === 'secretary');
  for (const { address, shown } of screens) {
    await page.goto(`${proxy.url}${address}`);
    await expect(shown(page)).toBeVisible();
    await untilSaved(page);
  }
  const { conflict, work, spoken, recorded: film, deleted, sent, paused, left } = things;
  for (const id of [conflict, work, spoken, film, deleted, sent, paused, left]) {
    await page.goto(`${proxy.url}/main/protocols/${id}`);
    await untilKept(page, ['protocol', id]);
  }
  await page.goto(`${proxy.url}/main/protocols/${spoken}`);
  await page.getByRole('tab', { name: /^Расшифровка/ }).click();
  await untilKept(page, ['protocol', spoken, 'transcript']);
  await page.goto(`${proxy.url}/main/protocols/${film}`);
  for (const [tab, part] of [
    ['Расшифровка', 'transcript'],
    ['Итоги', 'summary'],
    ['Итоги', 'proposals'],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(tab) }).click();
    await untilKept(page, ['protocol', film, part]);
  }
  await page.goto(`${proxy.url}/main/meetings?view=list&date=2031-11-10`);
  await expect(page.getByRole('link', { name: 'Планёрка' })).toBeVisible();
  await untilSaved(page);
  await page.goto(`${proxy.url}/main/protocols/add`);
  await page.getByRole('combobox', { name: 'Участники' }).click();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Ким/ })).toBeVisible();
  await untilSaved(page);
}

/** Shown data is saved a second later. */
export const untilSaved = (page: Page) => page.waitForTimeout(1_500);

/** Waits until the device keeps the query of this key. */
async function untilKept(page: Page, key: string[]): Promise<void> {
  const isKept = (hash: string) =>
    new Promise<boolean>((resolve) => {
      indexedDB.open('protokol-cache').onsuccess = ({ target }) => {
        const database = (target as IDBOpenDBRequest).result;
        const counting = database.transaction('queries').objectStore('queries').count(hash);
        counting.onsuccess = () => resolve(counting.result === 1);
        database.close();
      };
    });
  await expect.poll(() => page.evaluate(isKept, JSON.stringify(key)), { message: key.join(' ') }).toBe(true);
}

/** Writes to a provider without our extensions: one answer is lost, another contains no id. */
export async function writeToPlainServer({ page, proxy }: Drive): Promise<void> {
  const bePlain = () =>
    proxy.answerFalsely(({ method, path }, place) => {
      const call = `${place} ${method} ${path}`;
      if (call === 'request GET /api/health') return json('{"status":"ok"}');
      if (call === 'request POST /api/protocols') return json('{}');
      // The server has taken it, but its gateway answers with an error.
      return call === 'reply POST /api/keywords' ? { ...json('{}'), status: 504 } : undefined;
    });
  bePlain();
  await page.goto(`${proxy.url}/main/settings/keywords`);
  const field = page.getByLabel('Новое ключевое слово');
  await field.fill('без ответа');
  await field.press('Enter');
  await expect(indicator(page)).toHaveAccessibleName(/Нужно ваше решение: 1/);
  // No event stream would break here: the next page notices.
  proxy.cut();
  await page.goto(`${proxy.url}/main/protocols/add`);
  await page.getByLabel('Название').fill('Протокол без имени');
  await page.getByRole('button', { name: 'Создать протокол' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Протокол без имени' })).toBeVisible();
  await addTask(page, 'Поручение к нему');
  proxy.restore();
  bePlain();
  await expect(indicator(page)).toHaveAccessibleName(/Нужно ваше решение: 2/);
  proxy.restore();
}

const json = (body: string) => ({ status: 200, headers: { 'content-type': 'application/json' }, body });

export async function addTask(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Новое поручение' }).click();
  await page.getByLabel('Что сделать').fill(title);
  await page.getByRole('button', { name: 'Добавить поручение' }).click();
  await expect(page.getByLabel('Что сделать')).toHaveValue('');
  await page.getByRole('button', { name: 'Закрыть' }).click();
}

/** Adds a keyword that somebody else adds first, and edits a question that somebody else changes. */
export async function writeAgainstOthers(drive: Drive): Promise<void> {
  const { page, proxy, things } = drive;
  await page.goto(`${proxy.url}/main/protocols/${things.conflict}`);
  await expect(page.getByRole('button', { name: 'Действия: вопрос 1' })).toBeVisible();
  await cut(drive);
  await editQuestion(page, 'Слушали', 'Дороги хороши');
  await page.goto(`${proxy.url}/main/settings/keywords`);
  const field = page.getByLabel('Новое ключевое слово');
  await field.fill('занято');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await things.call('POST', '/keywords', { name: 'занято' });
  const agenda = [{ ...things.question, listened: 'Дороги плохи' }];
  await things.call('PUT', `/protocols/${things.conflict}`, { agenda });
  proxy.restore();
  await expect(indicator(page)).toHaveAccessibleName(/Нужно ваше решение: 4/);
}

export async function editQuestion(page: Page, field: string, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Действия: вопрос 1' }).click();
  await page.getByRole('menuitem', { name: 'Изменить' }).click();
  await page.getByLabel(field).fill(words);
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByText(words)).toBeVisible();
}
