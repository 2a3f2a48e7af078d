import { join } from 'node:path';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import type { Engine } from './engine.ts';
import { programPath } from './program-path.ts';

const patience = 60_000;

/** Firefox, which speaks WebDriver BiDi without a driver; its profile outlives it. */
export async function openFirefox(folder: string): Promise<Engine> {
  let [browser, page] = await launch(folder);
  return {
    version: await browser.version(),
    open: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    async choose(selector, file) {
      const field = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      if (!field) throw new Error(`${selector} is not there`);
      await field.uploadFile(file);
    },
    async restart() {
      await browser.close();
      [browser, page] = await launch(folder);
    },
    close: () => browser.close(),
  };
}

async function launch(folder: string): Promise<[Browser, Page]> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: programPath('firefox-esr', 'firefox'),
    headless: true,
    userDataDir: join(folder, 'firefox'),
    timeout: patience,
    protocolTimeout: patience,
    defaultViewport: { width: 1366, height: 768 },
    extraPrefsFirefox: { 'intl.accept_languages': 'ru' },
  });
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  page.setDefaultTimeout(patience);
  return [browser, page];
}
