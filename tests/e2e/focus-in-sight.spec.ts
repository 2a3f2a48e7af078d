import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { focusInSight } from '#tests/support/focus-in-sight.ts';
import { byLevel } from '#tests/support/level.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

/** A long list goes on as before. */
const most = 45;

/** On a phone a bar lies over every screen; elsewhere only parts of a protocol stay where they are. */
const sizes = [
  {
    ...{ width: 390, height: 664 },
    isOf: (name: string) =>
      byLevel(
        /^(meetings-month|tasks|protocol-recorded)$/.test(name),
        !/-(week|day|manager|admin|written)$/.test(name),
      ),
  },
  {
    ...{ width: 1366, height: 768 },
    isOf: (name: string) => byLevel(name === 'protocol-recorded', name.startsWith('protocol-')),
  },
];

test.describe.configure({ mode: 'parallel' });

for (const { width, height, isOf } of byLevel(sizes.slice(1), sizes))
  test(`whatever the Tab key leads to is in sight, at ${width}`, async ({ browser, server }) => {
    const choice = { isOf: ({ name }: { name: string }) => isOf(name), size: { width, height } };
    await visitScreens({ browser, server }, choice, async ({ page, screen: { name } }) => {
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
