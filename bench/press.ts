import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { everyScreen } from '#tests/support/every-screen.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { type Figure, median } from './table.ts';

const slowdown = 4;
const limitMs = 100;
const rounds = 3;
/** The browser reports presses in steps of 8 ms, and none shorter than this. */
const shortestMs = 16;
/** An event is reported only once its frame is painted. */
const restMs = 1_500;

const button = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first();
const link = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('link', { name }).first();
const row = (page: Page) => page.getByRole('main').locator('tbody tr a').first();

/** The main button or link of each screen, by the name of the screen (tests/support/every-screen.ts). */
const presses: Record<string, (page: Page) => Locator> = {
  login: (page) => page.getByRole('button', { name: 'Войти' }),
  home: link(/протокол/i),
  'meetings-month': link('Новая встреча'),
  'meetings-week': (page) => page.locator('[data-stop-meeting]').first(),
  'meetings-list': link('Новая встреча'),
  'meetings-bodies': (page) => page.getByRole('list', { name: 'Комиссии и отделы' }).getByRole('link').first(),
  protocols: row,
  tasks: (page) => page.getByRole('main').getByRole('checkbox').first(),
  'protocol-add': button('Добавить вопрос'),
  'protocol-recorded': button('Вопрос повестки'),
  'protocol-final': button('Документы'),
  secretaries: row,
  charts: (page) => page.getByRole('main').getByRole('button').first(),
  'settings-secretary': button('Сохранить'),
  'users-admin': button(/Пригласить|Добавить|Новый/),
  keywords: button(/Добавить/),
};

/** Runs in the page: keeps the longest of all events that belong to a press. */
const watch = (shortest: number) => {
  const told = globalThis as { longestPress?: number };
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId > 0) told.longestPress = Math.max(told.longestPress ?? 0, duration);
  }).observe({ type: 'event', durationThreshold: shortest, buffered: true } as PerformanceObserverInit);
};

/**
 * Presses the main button of each screen on a slow device: times each press to the next frame, beside a bare page's
 * button.
 */
export async function measurePress(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    await server.demoProcessed();
    const context = await browser.start();
    const screens = (await everyScreen(server.url)).filter(({ name }) => presses[name]);
    const bare = await inTurns(() => pressBare(context, server.url));
    const figures: Figure[] = [];
    for (const { name, who, address, shown } of screens) {
      const times = await inTurns(async () => {
        const page = await context.newPage();
        if (who === 'nobody') await forgetSession(page, server.url);
        else await keepSession(page, server.url, who);
        await page.goto(server.url + address);
        await shown(page).waitFor();
        return press(page, presses[name]?.(page) ?? shown(page));
      });
      figures.push({
        what: `главное нажатие экрана ${name}, процессор ×1/${slowdown}: INP, медиана из ${rounds} / худшее`,
        measured: words(times),
        reference: `кнопка пустой страницы ${words(bare)}`,
        target: `≤ ${limitMs} мс`,
        holds: median(times) <= limitMs,
      });
    }
    return figures;
  } finally {
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function words(times: readonly number[]): string {
  const told = (ms: number) => (ms === 0 ? `< ${shortestMs}` : ms.toFixed(0));
  return `${told(median(times))} / ${told(Math.max(...times))} мс`;
}

async function inTurns(measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measure());
  return times;
}

/**
 * Presses with the mouse, slowing the device down only meanwhile. @returns milliseconds, 0 if too short to be reported
 */
async function press(page: Page, target: Locator): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  await page.waitForTimeout(restMs);
  const box = await target.boundingBox();
  if (!box) throw new Error('What is to be pressed is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(watch, shortestMs);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.waitForTimeout(restMs);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForTimeout(restMs * 2);
  const longest = await page.evaluate(() => (globalThis as { longestPress?: number }).longestPress ?? 0);
  await page.close();
  return longest;
}

async function pressBare(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.setContent('<button onclick="this.textContent = Date.now()">Нажать</button>');
  return press(page, page.getByRole('button'));
}

async function keepSession(page: Page, url: string, who: string): Promise<void> {
  const token = await signIn(url, { email: `${who}@example.ru`, password: 'protokol' });
  const { data } = await getJson<{ data: { id: string } }>(url, token, '/me');
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    (items) => {
      for (const [key, value] of items) localStorage.setItem(key, value);
    },
    Object.entries({ token, role: who, user_id: data.id }),
  );
}

async function forgetSession(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(() => localStorage.clear());
}
