import type { BrowserProcess } from '#tests/support/browser-process.ts';
import { Devtools } from './devtools.ts';

/** What is not drawn by then counts as missing. */
const longestMs = 60_000;

/** A line as slow phones have it: what Lighthouse throttles to. */
export const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
};

export interface Visit {
  url: string;
  /** Elements to wait for, and how many of them; a bare page only has to be parsed. */
  until: { selector: string; count: number } | 'bare';
  /** By how many times the processor is slowed down. */
  rate: number;
  line?: typeof slowLine;
}

/** Resolves `painted` in the page: milliseconds from the start of the navigation to the frame after the one awaited. */
function watch(until: Visit['until']): string {
  const isThere =
    until === 'bare'
      ? 'false'
      : `document.querySelectorAll(${JSON.stringify(until.selector)}).length >= ${until.count}`;
  return `
    globalThis.painted = new Promise((resolve) => {
      setTimeout(resolve, ${longestMs});
      const told = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      const look = () => ${isThere} && (watch.disconnect(), told());
      const watch = new MutationObserver(look);
      watch.observe(document, { subtree: true, childList: true });
      if (${until === 'bare'}) document.addEventListener('DOMContentLoaded', told);
    });`;
}

/** Returns milliseconds until the page is drawn in a browser just started; «bare» is the same page without scripts. */
export async function timeVisit(browser: BrowserProcess, { url, until, rate, line }: Visit): Promise<number> {
  const devtools = await Devtools.connect(await browser.launch());
  try {
    const tab = await devtools.openTab();
    await devtools.send('Page.enable', {}, tab);
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: watch(until) }, tab);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate }, tab);
    if (line || until === 'bare') await devtools.send('Network.enable', {}, tab);
    if (line) await devtools.send('Network.emulateNetworkConditions', line, tab);
    if (until === 'bare') await devtools.send('Network.setBlockedURLs', { urls: ['*.js'] }, tab);
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
