import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { untilKept } from '#tests/support/kept-query.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { Devtools } from './devtools.ts';
import { type Figure, median } from './table.ts';

const rows = 15;
const rounds = 7;
const slowdown = 4;
const limitMs = 1000;
/** A list that was not drawn by then is not there. */
const longestMs = 30_000;

/**
 * Runs in the page before anything of the app: resolves `painted` with the milliseconds from the start of the navigation
 * to the frame after the one in which the list's rows were drawn. Without the app, to the frame of its bare page.
 */
const watchRows = `
  globalThis.painted = new Promise((resolve) => {
    setTimeout(resolve, ${longestMs});
    const told = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    const look = () => document.querySelectorAll('table tbody tr a[href^="/main/protocols/"]').length >= ${rows};
    const watch = new MutationObserver(() => look() && (watch.disconnect(), told()));
    watch.observe(document, { subtree: true, childList: true });
    if (globalThis.isBare) document.addEventListener('DOMContentLoaded', told);
  });`;

/** Times the first screen of a browser that was closed, with no server: the list of protocols from the device. */
export async function measureColdStart(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    await visit(browser, server.url);
    await server.stop();
    const address = `${server.url}/main/protocols`;
    const times = { slow: [] as number[], full: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.slow.push(await coldStart(browser, address, slowdown));
      times.bare.push(await coldStart(browser, address, slowdown, 'bare'));
      times.full.push(await coldStart(browser, address, 1));
    }
    const measured = median(times.slow);
    return [
      {
        what: `холодный старт без сети до списка (${rows} строк), процессор ×1/${slowdown}, медиана из ${rounds}`,
        measured: `${measured.toFixed(0)} мс`,
        reference: `пустая страница ${median(times.bare).toFixed(0)} мс, без замедления ${median(times.full).toFixed(0)} мс`,
        target: `≤ ${limitMs} мс`,
        holds: measured <= limitMs,
      },
    ];
  } finally {
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the person did before: signed in, read the list, closed the browser. */
async function visit(browser: BrowserProcess, url: string): Promise<void> {
  const token = await signIn(url);
  for (let number = 1; number <= rows; number += 1) await createProtocol(url, token, `Совещание № ${number}`);
  const page = await signInAsSecretary(await browser.start(), url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // As on any later day: the worker serves the page.
  await page.goto(`${url}/main/protocols`);
  await page
    .getByRole('table')
    .getByRole('link', { name: `Совещание № ${rows}` })
    .waitFor();
  await untilKept(page, 'protocols', `Совещание № ${rows}`);
  await page.close();
  await browser.close();
}

/** Milliseconds to the list in a browser that was just started; `bare` is the same page of the worker without scripts. */
async function coldStart(browser: BrowserProcess, url: string, rate: number, bare?: 'bare'): Promise<number> {
  const devtools = await Devtools.connect(await browser.launch());
  try {
    const tab = await devtools.openTab();
    await devtools.send('Page.enable', {}, tab);
    const source = bare ? `globalThis.isBare = true;${watchRows}` : watchRows;
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source }, tab);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate }, tab);
    if (bare) {
      await devtools.send('Network.enable', {}, tab);
      await devtools.send('Network.setBlockedURLs', { urls: ['*.js'] }, tab);
    }
    await devtools.send('Page.navigate', { url }, tab);
    const { result } = await devtools.send('Runtime.evaluate', { expression: 'painted', awaitPromise: true }, tab);
    const { value } = result as { value?: unknown };
    if (typeof value !== 'number')
      throw new Error(`The page did not tell when it was drawn: ${JSON.stringify(result)}`);
    return value;
  } finally {
    devtools.close();
    await browser.kill();
  }
}
