import { type Browser, expect, type Page } from '@playwright/test';
import { type AppScreen, everyScreen } from './every-screen.ts';
import { openAs } from './session-steps.ts';
import { watchSettling } from './settled.ts';

interface Visit {
  page: Page;
  screen: AppScreen;
  /** Waits until the screen no longer changes, after the last press or resize. */
  settled: () => Promise<void>;
  /** Reloads the page, with the browser's caches filled by the first visit, and waits until it no longer changes. */
  openAgain: () => Promise<void>;
}

type ViewportSize = { width: number; height: number };

interface Choice {
  isOf?: (screen: AppScreen) => boolean;
  size?: ViewportSize;
}

/** Opens screens with their data, each in a separate browser context, and yields each once it no longer changes. */
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
        // On a machine under load the connection may seem lost for a moment, which a toast over the page reports.
        await expect(page.getByText(/^(Вы офлайн|Подключение восстановлено)/)).toHaveCount(0, { timeout: 1 });
      }).toPass();
    await open(() => page.goto(screen.address));
    await look({ page, screen, settled, openAgain: () => open(() => page.reload()) });
    await context.close();
  }
}
