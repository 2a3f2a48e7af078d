import type { Page } from '@playwright/test';
import { expectAccessibleAsIs, laptop, phone } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { screenParts } from '#tests/support/every-screen.ts';
import { byLevel } from '#tests/support/level.ts';
import { expectNo } from '#tests/support/probes.ts';
import { expectInPlace, expectSound } from '#tests/support/sound-page.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

test.describe.configure({ mode: 'parallel' });

/** At this width no page may scroll horizontally (WCAG 2.2, 1.4.10). */
const narrowest = { width: 320, height: 640 };

/** At the short level one screen of each kind: a protocol, a chart, a list. */
const parts = byLevel<typeof screenParts>(
  {
    'some screens of a secretary': ({ name }) => name === 'protocol-recorded',
    'some screens of others': ({ name }) => /^(charts|users-admin)$/.test(name),
  },
  screenParts,
);

// All sizes, also for axe, sizes of text, ways of spacing and themes: axe-screens, whole-words, reflow and layout-shift, at the long level.
for (const [part, isOf] of Object.entries(parts))
  test(`${part} pass every probe of layout and accessibility on a laptop and on a phone`, async ({
    browser,
    server,
  }) => {
    await visitScreens({ browser, server }, { isOf, size: laptop }, async ({ page, screen, settled, openAgain }) => {
      await expectDrawnWell(page, screen.name);
      await expectAccessibleAsIs(page, screen.name);
      // axe has emulated reduced motion for the page.
      await expectNo(['moves by itself'], page, screen.name);
      await page.setViewportSize(phone);
      await openAgain();
      await expectDrawnWell(page, `${screen.name} on a phone`);
      await page.setViewportSize(narrowest);
      await settled();
      await expectInPlace(page, `${screen.name}, narrow`);
    });
  });

async function expectDrawnWell(page: Page, where: string): Promise<void> {
  await expectNo(['moved as it came', 'words that are cut', 'words over others', 'too small to press'], page, where);
  await expectSound(page, where);
}
