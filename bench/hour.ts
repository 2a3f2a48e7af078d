import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { percentile } from './load.ts';
import { keyMs, workOnce } from './scripted-work.ts';
import { type Figure, median } from './table.ts';

const limitMs = 100;
/** The browser reports no shorter events: https://w3c.github.io/event-timing/#sec-should-add-performanceeventtiming */
const quickestTold = 16;
/** Growth of the last quarter over the second one that a page without leaks may show. */
const maxGrowthMb = 2;
const maxNodesShare = 0.05;

/**
 * Runs in every page before the app: records the longest event of each interaction, from the input to the next frame.
 */
const watchInteractions = `
  globalThis.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: ${quickestTold}, buffered: true });`;

/** What the page holds after the collector has been through it. */
interface Held {
  heapMb: number;
  nodes: number;
  listeners: number;
}

/** Simulates a secretary's work in one tab: measures whether the page keeps growing, and how soon it responds. */
export async function measureHour(minutes: number): Promise<Figure[]> {
  if (!(minutes > 0)) throw new Error('--minutes takes a number of minutes');
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const context = await browser.start();
    await context.addInitScript(watchInteractions);
    const page = await signInAsSecretary(context, server.url);
    const devtools = await context.newCDPSession(page);
    const held: Held[] = [];
    const until = performance.now() + minutes * 60_000;
    for (let round = 1; performance.now() < until || held.length < 8; round += 1) {
      await workOnce(page, round);
      held.push(await heldBy(devtools));
      printRound(held);
    }
    const span = `${minutes} мин работы, кругов ${held.length}`;
    const own = await interactionsOf(page);
    return [...growth(span, held), swiftness(span, own, await inBareField(page, server.url))];
  } finally {
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the progress, since the benchmark may take an hour. */
function printRound(held: readonly Held[]): void {
  const { heapMb, nodes, listeners } = held.at(-1) ?? { heapMb: 0, nodes: 0, listeners: 0 };
  console.error(`круг ${held.length}: ${heapMb.toFixed(1)} МБ, элементов ${nodes}, обработчиков ${listeners}`);
}

function growth(span: string, held: readonly Held[]): Figure[] {
  const quarter = Math.floor(held.length / 4);
  const middle = (from: number, of: (each: Held) => number) => median(held.slice(from, from + quarter).map(of));
  const compare = (of: (each: Held) => number) => ({
    early: middle(quarter, of),
    late: middle(held.length - quarter, of),
  });
  const heap = compare(({ heapMb }) => heapMb);
  const nodes = compare((each) => each.nodes);
  const listeners = compare((each) => each.listeners);
  const grown = heap.late - heap.early;
  const isFlat = (one: { early: number; late: number }) => one.late <= one.early * (1 + maxNodesShare);
  return [
    {
      what: `память страницы за ${span}: последняя четверть ко второй`,
      measured: `${grown < 0 ? '−' : '+'}${Math.abs(grown).toFixed(1)} МБ, до ${heap.late.toFixed(1)} МБ`,
      reference: `вторая четверть ${heap.early.toFixed(1)} МБ`,
      target: `≤ +${maxGrowthMb} МБ`,
      holds: grown <= maxGrowthMb,
    },
    {
      what: 'элементов и обработчиков в ней при этом',
      measured: `${nodes.late.toFixed(0)} и ${listeners.late.toFixed(0)}`,
      reference: `${nodes.early.toFixed(0)} и ${listeners.early.toFixed(0)}`,
      target: `≤ +${maxNodesShare * 100} %`,
      holds: isFlat(nodes) && isFlat(listeners),
    },
  ];
}

function swiftness(span: string, own: number[], bare: number[]): Figure {
  const told = (each: number[]) =>
    `${percentile(each, 98).toFixed(0)} / ${percentile(each, 100).toFixed(0)} / ${median(each).toFixed(0)} мс`;
  return {
    what: `от нажатия до кадра за ${span}, p98 / худшее / медиана из ${own.length}`,
    measured: told(own),
    reference: `пустое поле ${told(bare)}`,
    target: `p98 ≤ ${limitMs} мс`,
    holds: own.length > 0 && percentile(own, 98) <= limitMs,
  };
}

async function heldBy(devtools: CDPSession): Promise<Held> {
  await devtools.send('Performance.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    heapMb: value('JSHeapUsedSize') / 1024 ** 2,
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  };
}

/**
 * Returns milliseconds from each input to the next frame; interactions that the browser does not report took less than
 * its threshold.
 */
async function interactionsOf(page: Page): Promise<number[]> {
  const { told, count } = await page.evaluate<{ told: number[]; count: number }>(
    '({ told: [...interactions.values()], count: performance.interactionCount })',
  );
  return [...told, ...new Array<number>(Math.max(0, count - told.length)).fill(quickestTold)];
}

/** Measures the browser alone: keys in a bare field. */
async function inBareField(page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/api/health`);
  await page.setContent('<textarea rows="6" cols="80"></textarea>');
  const field = page.locator('textarea');
  for (let round = 0; round < 10; round += 1) {
    await field.click();
    await field.pressSequentially('готовность котельных', { delay: keyMs });
  }
  return interactionsOf(page);
}
