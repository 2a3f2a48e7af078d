import { type Browser, expect, type Page } from '@playwright/test';
import { type AppScreen, everyScreen } from './every-screen.ts';
import { openAs } from './session-steps.ts';
import { watchSettling } from './settled.ts';

interface Visit {
  page: Page;
  screen: AppScreen;
  /** Waits until the screen stands still, after the press or the change of size before. */
  settled: () => Promise<void>;
  /** Loads the page once more, with what the first time left in the browser, and waits until it stands still. */
  openAgain: () => Promise<void>;
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
  for (const screen of (await everyScreen(url)).filter(isOf)) {
    const context = await openAs(browser, url, screen.who);
    const page = await context.newPage();
    if (size) await page.setViewportSize(size);
    const settled = watchSettling(page);
    const open = (load: () => Promise<unknown>) =>
      expect(async () => {
        await load();
        await expect(screen.shown(page)).toBeVisible();
        await settled();
        // Where the machine has no time the connection seems down for a moment, and that is told over the page.
        await expect(page.getByText(/^(Вы офлайн|Подключение восстановлено)/)).toHaveCount(0, { timeout: 1 });
      }).toPass();
    await open(() => page.goto(screen.address));
    await look({ page, screen, settled, openAgain: () => open(() => page.reload()) });
    await context.close();
  }
}
