import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { type AppScreen, screenParts } from '#tests/support/every-screen.ts';
import { focusInSight } from '#tests/support/focus-in-sight.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

/** Maximum number of stops: a long list goes on in the same way. */
const most = 45;

const phone = { width: 390, height: 664 };
const laptop = { width: 1366, height: 768 };

interface Walk {
  /** Name of the group of screens, in the title of the test. */
  part: string;
  size: { width: number; height: number };
  isOf: (screen: AppScreen) => boolean;
}

/** On a phone a bar lies over every screen, and those of a kind are alike; elsewhere only parts of a protocol stay in place. */
const walks: Walk[] = [
  ...Object.entries(screenParts).map(([part, isOf]) => ({
    part,
    size: phone,
    isOf: (screen: AppScreen) => isOf(screen) && !/-(week|day|manager|admin|written)$/.test(screen.name),
  })),
  { part: 'the screens of a protocol', size: laptop, isOf: ({ name }) => name.startsWith('protocol-') },
];

test.describe.configure({ mode: 'parallel' });

for (const { part, size, isOf } of walks)
  test(`every element that Tab reaches is in view on ${part}, at ${size.width}`, async ({ browser, server }) => {
    await visitScreens({ browser, server }, { isOf, size }, async ({ page, screen: { name } }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
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
    });
  });
