import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { makeKnown, rowSelector, rows } from './known-browser.ts';
import { type Figure, median } from './table.ts';
import { slowLine, timeVisit, type Visit } from './timed-visit.ts';

const rounds = 5;
const slowdown = 4;
/** Limit of Web Vitals for a good largest contentful paint. */
const firstLimitMs = 2500;
const repeatLimitMs = 1000;

/**
 * Measures a slow phone on a slow connection: the sign-in form for a new visitor, and the list for a person who was
 * here yesterday.
 */
export async function measureVisits(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const known = new BrowserProcess(join(folder, 'known'));
  try {
    const first = await timeFirst(server.url, folder);
    await makeKnown(known, server.url);
    const repeat = await timeRepeat(server.url, known);
    return [
      figure('первое открытие /login до формы', first, firstLimitMs),
      figure(`повторное открытие до списка (${rows} строк), на связи`, repeat, repeatLimitMs),
    ];
  } finally {
    await known.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Times {
  ours: number[];
  bare: number[];
}

/** In a browser without a past, each time. */
async function timeFirst(url: string, folder: string): Promise<Times> {
  const times: Times = { ours: [], bare: [] };
  const visit = async (name: string, until: Visit['until']) => {
    const browser = new BrowserProcess(join(folder, name));
    return timeVisit(browser, { url: `${url}/login`, until, rate: slowdown, line: slowLine });
  };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await visit(`first-${round}`, { selector: 'form button[type="submit"]', count: 1 }));
    times.bare.push(await visit(`bare-${round}`, 'bare'));
  }
  return times;
}

async function timeRepeat(url: string, browser: BrowserProcess): Promise<Times> {
  const times: Times = { ours: [], bare: [] };
  const visit = (until: Visit['until']) =>
    timeVisit(browser, { url: `${url}/main/protocols`, until, rate: slowdown, line: slowLine });
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await visit({ selector: rowSelector, count: rows }));
    times.bare.push(await visit('bare'));
  }
  return times;
}

function figure(what: string, { ours, bare }: Times, limit: number): Figure {
  const measured = median(ours);
  return {
    what: `${what}, 1,6 Мбит/с, 150 мс, процессор ×1/${slowdown}, медиана из ${rounds}`,
    measured: `${measured.toFixed(0)} мс`,
    reference: `страница без скриптов ${median(bare).toFixed(0)} мс`,
    target: `≤ ${limit} мс`,
    holds: measured <= limit,
  };
}
