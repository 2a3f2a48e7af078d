import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { type AppScreen, everyScreen } from '#tests/support/every-screen.ts';
import { focusInSight } from '#tests/support/focus-in-sight.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { watchSettling } from '#tests/support/settled.ts';

/** A long list goes on as before. */
const most = 45;

/** On a phone a bar lies over every screen; elsewhere only parts of a protocol stay where they are. */
const sizes = [
  { width: 390, height: 664, isOf: (name: string) => !/-(week|day|manager|admin|written)$/.test(name) },
  { width: 1366, height: 768, isOf: (name: string) => name.startsWith('protocol-') },
];

for (const { width, height, isOf } of sizes)
  test(`whatever the Tab key leads to is in sight, at ${width}`, async ({ browser, server: { url } }) => {
    const left = (await everyScreen(url)).filter(({ name }) => isOf(name));
    const visitNext = async () => {
      for (let next = left.shift(); next; next = left.shift()) await visit(next);
    };
    // A machine has two cores at least, and a page is busy on one of them.
    await Promise.all([visitNext(), visitNext()]);

    async function visit({ name, who, address, shown }: AppScreen): Promise<void> {
      const context = await openAs(browser, url, who);
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const settled = watchSettling(page);
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      await settled();
      const unseen: string[] = [];
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let presses = 0; presses < most; presses += 1) {
          await page.keyboard.press(key);
          const { name: focused, fault } = await focusInSight(page);
          if (!focused) break;
          if (fault) unseen.push(`${focused} ${fault} (${key})`);
        }
      }
      expect.soft(unseen, name).toEqual([]);
      await context.close();
    }
  });
