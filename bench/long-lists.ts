import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { BareProvider } from '#tests/support/bare-provider.ts';
import { barePassword } from '#tests/support/bare-provider-state.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { longestTask, type Task } from './longest-task.ts';
import { scrollByKeys, scrollByWheel } from './scroll-through.ts';
import type { Figure } from './table.ts';

const rows = 10_000;
const limitMs = 50;
const client = join(import.meta.dirname, '../dist');

const people = Array.from({ length: rows }, (_, n) => ({
  ...{ id: n + 1, role: 'external', name: `Фамилия${n} Имя Отчество`, email: `user${n}@example.ru` },
  ...{ position: `Инженер отдела ${n % 90}`, organization: 'ООО «Меридиан»' },
}));
const tasks = Array.from({ length: rows }, (_, n) => ({
  ...{ id: n + 1, title: `Подготовить отчёт № ${n}${n % 7 ? '' : ' и разослать его всем участникам совещания'}` },
  ...{ status: ['new', 'in_progress', 'done'][n % 3], due_at: `2026-${String((n % 12) + 1).padStart(2, '0')}-15` },
  ...{
    protocol_id: 105,
    protocol_title: 'Совещание по бюджету',
    assignee_id: 4,
    assignee_name: 'Орлова Вера Ильинична',
  },
}));

interface List {
  what: string;
  path: string;
  /** Selector of a row. */
  row: string;
}

const lists: List[] = [
  { what: 'поручения', path: '/main/protocols?tab=tasks', row: 'main tbody tr[data-index]' },
  {
    what: 'поручения протокола',
    path: '/main/protocols/105',
    row: 'ul[aria-label="Поручения протокола"] > li[data-index]',
  },
  { what: 'пользователи', path: '/main/settings/users', row: 'main tbody tr[data-index]' },
];

/** Scrolls lists of a provider that returns everything at once from top to bottom, and finds the longest task. */
export async function measureLongLists(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const provider = await BareProvider.start('data', client);
  provider.fault = ({ method, path }) => {
    if (method !== 'GET') return undefined;
    if (path === '/protocols/tasks') return { status: 200, body: { data: tasks } };
    if (path === '/users') return { status: 200, body: { data: people } };
    if (path === '/protocols/105')
      return { status: 200, body: { data: { id: 105, stage: 'finish', tasks, members: [] } } };
    return undefined;
  };
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const page = await signIn(await browser.start(), provider.url);
    const figures: Figure[] = [];
    for (const list of lists) figures.push(await measure(page, provider.url, list));
    return figures;
  } finally {
    await browser.kill();
    await provider.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function signIn(context: Awaited<ReturnType<BrowserProcess['start']>>, url: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill('secretary@example.ru');
  await page.getByLabel('Пароль', { exact: true }).fill(barePassword);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/main\/home$/);
  return page;
}

async function measure(page: Page, url: string, { what, path, row }: List): Promise<Figure> {
  await page.goto(url + path);
  await page.locator(row).first().waitFor();
  const through = async () => {
    await scrollByWheel(page);
    await page.locator(`${row}[data-index="${rows - 1}"]`).waitFor();
    await scrollByKeys(page);
    await page.locator(`${row}[data-index="${rows - 1}"]`).waitFor();
  };
  const longest = await longestTask(page, through);
  // The browser's own work for the same rows: all of them in the page, without scripts.
  const whole = await longestTask(page, async () => {
    await page.evaluate(drawWhole, { row, rows });
    await scrollByWheel(page);
    await scrollByKeys(page);
  });
  return {
    what: `${rows} строк, ${what}: самая долгая задача при прокрутке колесом и PageDown до конца`,
    measured: inWords(longest),
    reference: `все строки разом, без скрипта: ${inWords(whole)}`,
    target: `≤ ${limitMs} мс`,
    holds: longest.wallMs <= limitMs,
  };
}

function inWords({ wallMs, cpuMs }: Task): string {
  return `${wallMs.toFixed(0)} мс (процессор ${cpuMs.toFixed(0)} мс)`;
}

/** Runs in the page: replaces the app by a copy of one row, as often as the list has rows. */
function drawWhole({ row, rows }: { row: string; rows: number }): void {
  const one = document.querySelector(row)?.outerHTML ?? '';
  const inTable = one.startsWith('<tr');
  const table = document.querySelector('main table')?.className ?? '';
  const all = one.repeat(rows);
  document.body.innerHTML = inTable ? `<table class="${table}"><tbody>${all}</tbody></table>` : `<ul>${all}</ul>`;
  scrollTo(0, 0);
}
