import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { freePort, killGroup, spawnGroup, until } from '#tests/support/processes.ts';
import type { Engine } from './engine.ts';
import { programPath } from './program-path.ts';
import { WebDriver } from './webdriver.ts';

/** WebKitGTK's own browser on a virtual screen. Its storage lasts as long as it runs. */
export async function openWebKit(): Promise<Engine> {
  const { screen, display } = await openScreen();
  const port = await freePort();
  const env = { DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', LANGUAGE: 'ru' };
  const driver = spawnGroup(programPath('WebKitWebDriver'), ['-p', String(port)], env);
  driver.stdout?.resume();
  driver.stderr?.resume();
  const address = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${address}/status`).then(
        () => true,
        () => undefined,
      ),
    'WebKitWebDriver',
  );
  const end = async () => {
    await killGroup(driver, 'SIGTERM');
    await killGroup(screen, 'SIGTERM');
  };
  try {
    return await openWindow(address, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function openWindow(driver: string, end: () => Promise<void>): Promise<Engine> {
  const window = await WebDriver.start(driver, {
    timeouts: { script: 60_000, pageLoad: 60_000, implicit: 0 },
    'webkitgtk:browserOptions': { binary: browserPath(), args: ['--automation'] },
  });
  // Its initial window is narrow: the recording would be behind a tab.
  await window.resize(1366, 900);
  return {
    version: window.browser,
    open: window.open,
    evaluate: (expression) => window.evaluate(expression),
    click: (selector) => window.click(selector),
    type: (selector, text) => window.type(selector, text),
    choose: (selector, file) => window.type(selector, file),
    restart: () => window.open('about:blank'),
    async close() {
      await window.end().catch(() => undefined);
      await end();
    },
  };
}

/** Starts a virtual screen, which chooses and reports its number itself. */
async function openScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1366x900x24', '-nolisten', 'tcp'];
  const screen = spawn(programPath('Xvfb'), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true });
  const [number] = await once(screen.stdio[3] as Readable, 'data');
  return { screen, display: `:${String(number).trim()}` };
}

/** Returns the browser's path: Debian puts it beside the library. */
function browserPath(): string {
  const [found] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
  if (!found || !existsSync(found)) throw new Error('Not found: MiniBrowser');
  return found;
}
