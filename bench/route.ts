import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { percentile } from './load.ts';
import { type Figure, median } from './table.ts';

const slowdown = 4;
const limitMs = 100;
const rounds = 3;

interface Place {
  /** Name of the link in the navigation. */
  link: string;
  path: string;
  /** Selector that matches once the screen has its data. */
  shown: string;
}

const places: Place[] = [
  { link: 'Главная', path: '/main/home', shown: 'main [role=grid]' },
  { link: 'Встречи', path: '/main/meetings', shown: 'main .fc-event, main [role=grid]' },
  { link: 'Протоколы', path: '/main/protocols', shown: 'main tbody a[href^="/main/protocols/"]' },
  { link: 'Настройки', path: '/main/settings', shown: 'main input[type=tel]' },
];
const row = { path: '/main/protocols/', shown: 'main [aria-label="Повестка дня"] li' };

interface Arrival {
  /** Milliseconds from the click to the frame with the heading of the place, and to the one with its data. */
  head: number;
  whole: number;
}

/** Runs in the page: resolves `arrival` with both times of the next click. */
const watchArrival = ({ path, shown }: { path: string; shown: string }) => {
  const before = document.querySelector('h1');
  const told = { head: Promise.withResolvers<number>(), whole: Promise.withResolvers<number>() };
  const onClick = ({ timeStamp }: MouseEvent) => {
    const painted = ({ resolve }: PromiseWithResolvers<number>) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(undefined);
      });
    let isHeaded = false;
    const look = () => {
      if (!location.pathname.startsWith(path)) return;
      const heading = document.querySelector('h1');
      if (!isHeaded && heading && heading !== before && !heading.closest('.visually-hidden')) {
        isHeaded = true;
        painted(told.head);
      }
      if (!isHeaded || !document.querySelector(shown)) return;
      watch.disconnect();
      painted(told.whole);
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, attributes: true });
  };
  addEventListener('click', onClick, { capture: true, once: true });
  const arrival = Promise.all([told.head.promise, told.whole.promise]).then(([head, whole]) => ({ head, whole }));
  Object.assign(globalThis, { arrival });
};

/** Times the change from each main screen to each other on a slow device, with code and data there already. */
export async function measureRoute(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const page = await signInAsSecretary(await browser.start(), server.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const devtools = await page.context().newCDPSession(page);
    await changeRoutes(page);
    await slow(devtools, slowdown);
    const times = new Map<string, Arrival[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const [change, time] of await changeRoutes(page)) times.set(change, [...(times.get(change) ?? []), time]);
    }
    await slow(devtools, 1);
    const bare = await changeBarePage(page, devtools, `${server.url}/api/health`);
    const all = [...times.values()].flat();
    return [
      figureOf(`смена экрана, процессор ×1/${slowdown}: медиана / p98 из ${all.length}`, all, bare),
      ...[...times].map(([change, each]) => figureOf(`— ${change}`, each, bare)),
    ];
  } finally {
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function figureOf(what: string, times: Arrival[], bare: Arrival[]): Figure {
  const words = (each: number[]) => `${median(each).toFixed(0)} / ${percentile(each, 98).toFixed(0)} мс`;
  const heads = times.map(({ head }) => head);
  return {
    what,
    measured: `${words(heads)}, с данными ${words(times.map(({ whole }) => whole))}`,
    reference: `смена двух слов ${words(bare.map(({ head }) => head))}`,
    target: `медиана ≤ ${limitMs} мс`,
    holds: median(heads) <= limitMs,
  };
}

const slow = (devtools: CDPSession, rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });

/** Goes from every place to every other, and into a protocol and back. @returns the times by the name of the change */
async function changeRoutes(page: Page): Promise<[string, Arrival][]> {
  const times: [string, Arrival][] = [];
  for (const from of places) {
    for (const to of places) {
      if (from === to) continue;
      await arrive(page, from);
      times.push([`${from.link} → ${to.link}`, await arrive(page, to)]);
    }
  }
  const [, , protocols] = places;
  if (!protocols) return times;
  await arrive(page, protocols);
  const rowLink = page.locator(protocols.shown).first();
  times.push(['Протоколы → протокол', await timed(page, row, rowLink)]);
  times.push(['протокол → Протоколы', await arrive(page, protocols)]);
  return times;
}

async function arrive(page: Page, { link, ...place }: Place): Promise<Arrival> {
  if (new URL(page.url()).pathname === place.path) return { head: 0, whole: 0 };
  const entry = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: link, exact: true });
  return timed(page, place, entry);
}

async function timed(page: Page, place: { path: string; shown: string }, entry: Locator): Promise<Arrival> {
  await page.evaluate(watchArrival, place);
  // As a person does: the pointer arrives some time before the click.
  await entry.hover();
  await rest(page);
  await entry.click();
  const time = await page.evaluate<Arrival>('arrival');
  // The next change begins once this one has come to rest.
  await rest(page);
  return time;
}

async function rest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}

/** Measures the browser alone: a click that replaces one word by another, without any part of the app. */
async function changeBarePage(page: Page, devtools: CDPSession, url: string): Promise<Arrival[]> {
  await page.goto(url);
  await page.setContent('<button>Сменить</button><p id="place"></p>');
  await page.evaluate(() => {
    const place = document.querySelector('#place');
    document
      .querySelector('button')
      ?.addEventListener('click', () => place?.replaceChildren(document.createElement('h1')));
  });
  await slow(devtools, slowdown);
  const times: Arrival[] = [];
  for (let round = 0; round < rounds * places.length; round += 1) {
    await page.evaluate(() => document.querySelector('#place')?.replaceChildren());
    times.push(await timed(page, { path: '/', shown: '#place h1' }, page.getByRole('button')));
  }
  await slow(devtools, 1);
  return times;
}
