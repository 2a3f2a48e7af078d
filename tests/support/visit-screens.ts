import { type Browser, expect, type Page } from '@playwright/test';
import { type AppScreen, everyScreen } from './every-screen.ts';
import { openAs } from './session-steps.ts';
import { watchSettling } from './settled.ts';

interface Visit {
  page: Page;
  screen: AppScreen;
  /** Waits until the screen stands still, after the press or the change of size before. */
  settled: () => Promise<void>;
}

type ViewportSize = { width: number; height: number };

interface Choice {
  isOf?: (screen: AppScreen) => boolean;
  size?: ViewportSize;
}

/** Opens screens with their data, each in a browser context of its own, and hands over each once it stands still. */
export async function visitScreens(
  { browser, server: { url } }: { browser: Browser; server: { url: string } },
  { isOf = () => true, size }: Choice,
  look: (visit: Visit) => Promise<void>,
): Promise<void> {
  const left = (await everyScreen(url)).filter(isOf);
  const visitNext = async () => {
    for (let screen = left.shift(); screen; screen = left.shift()) await visit(screen);
  };
  // A machine has two cores at least, and a page is busy on one of them.
  await Promise.all([visitNext(), visitNext()]);

  async function visit(screen: AppScreen): Promise<void> {
    const context = await openAs(browser, url, screen.who);
    const page = await context.newPage();
    if (size) await page.setViewportSize(size);
    const settled = watchSettling(page);
    await page.goto(screen.address);
    await expect(screen.shown(page)).toBeVisible();
    await settled();
    await look({ page, screen, settled });
    await context.close();
  }
}
