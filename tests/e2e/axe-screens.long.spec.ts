import { expectAccessible, laptop, phone, tablet } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { screenParts } from '#tests/support/every-screen.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

test.describe.configure({ mode: 'parallel' });

for (const [part, isOf] of Object.entries(screenParts))
  test(`axe finds nothing on ${part}`, async ({ browser, server }) => {
    await visitScreens({ browser, server }, { isOf }, ({ page, screen }) =>
      expectAccessible(page, screen.name, [laptop, tablet, phone]),
    );
  });
