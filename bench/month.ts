import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createMeeting, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { type Figure, median } from './table.ts';

const rounds = 5;
const limitMs = 300;
const [many, few] = [500, 5];
/** Months far from the demo data: an empty one between the crowded one and the quiet one. */
const [quiet, empty, crowded] = ['2034-01', '2034-02', '2034-03'] as const;
const utcOffset = '+03:00';

/** Times a month of 500 meetings in the calendar, from the click that asks for it to the frame that shows it. */
export async function measureMonth(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const token = await signIn(server.url);
    await fill(server.url, token, crowded, many);
    await fill(server.url, token, quiet, few);
    const page = await signInAsSecretary(await browser.start(), server.url);
    const next = await turns(page, server.url, empty, 'Следующий месяц', 'Предыдущий месяц', 'Март 2034');
    const reference = await turns(page, server.url, empty, 'Предыдущий месяц', 'Следующий месяц', 'Январь 2034');
    const views = await turns(page, server.url, crowded, 'Неделя', 'Месяц');
    return [
      figure(`следующий месяц, ${many} встреч`, next.there, `${few} встреч ${median(reference.there).toFixed(0)} мс`),
      figure(
        `из недели в месяц, ${many} встреч`,
        views.back,
        `из месяца в неделю ${median(views.there).toFixed(0)} мс`,
      ),
    ];
  } finally {
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function figure(what: string, times: number[], reference: string): Figure {
  const measured = median(times);
  return {
    what: `${what}: от нажатия до кадра, медиана из ${rounds}`,
    measured: `${measured.toFixed(0)} мс (худшее ${Math.max(...times).toFixed(0)})`,
    reference,
    target: `≤ ${limitMs} мс`,
    holds: measured <= limitMs,
  };
}

async function fill(url: string, token: string, month: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const day = String((number % 31) + 1).padStart(2, '0');
    const hour = String(8 + (Math.floor(number / 31) % 10)).padStart(2, '0');
    const half = number % 2 === 0 ? '00' : '15';
    const at = (minutes: string) => `${month}-${day}T${hour}:${minutes}:00${utcOffset}`;
    await createMeeting(url, token, {
      title: `Совещание № ${number + 1} по итогам недели`,
      start_at: at(half),
      end_at: at('45'),
    });
  }
}

/** Presses `there` and `back` repeatedly; the neighbouring months are on the device by then. */
async function turns(
  page: Page,
  url: string,
  month: string,
  there: string,
  back: string,
  heading?: string,
): Promise<{ there: number[]; back: number[] }> {
  const times = { there: [] as number[], back: [] as number[] };
  await page.goto(`${url}/main/meetings?view=month&date=${month}-15`);
  await page.getByRole('grid').waitFor();
  // The first round is not counted: it loads data and lets the browser prepare, which a person pays for once.
  for (let round = 0; round <= rounds; round += 1) {
    const [to, from] = [await press(page, there), await press(page, back)];
    if (round > 0) times.there.push(to);
    if (round > 0) times.back.push(from);
    if (round === 0 && heading) {
      await press(page, there);
      await page.getByRole('heading', { name: heading }).waitFor();
      await page
        .getByRole('grid')
        .getByRole('button', { name: /Совещание №/ })
        .first()
        .waitFor();
      await press(page, back);
    }
  }
  return times;
}

/**
 * Returns milliseconds from a click to the frame after the calendar's last change, which is found by a pause without
 * any changes.
 */
function press(page: Page, name: string): Promise<number> {
  return page.evaluate(
    ({ name: wanted, quietMs }) =>
      new Promise<number>((resolve) => {
        const control = [...document.querySelectorAll<HTMLElement>('main button, main nav a')].find(
          (each) => (each.getAttribute('aria-label') ?? each.textContent)?.trim() === wanted,
        );
        const root = document.querySelector('main');
        if (!control || !root) throw new Error(`No «${wanted}»`);
        const started = performance.now();
        let drawn = started;
        let waiting: ReturnType<typeof setTimeout> | undefined;
        const changed = () => {
          requestAnimationFrame(() => setTimeout(() => (drawn = performance.now())));
          clearTimeout(waiting);
          waiting = setTimeout(() => {
            watch.disconnect();
            resolve(drawn - started);
          }, quietMs);
        };
        const watch = new MutationObserver(changed);
        watch.observe(root, { subtree: true, childList: true, attributes: true });
        control.click();
        changed();
      }),
    { name, quietMs: 400 },
  );
}
