import { laptop, phone } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { expectNo } from '#tests/support/probes.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

test.describe.configure({ mode: 'parallel' });

for (const size of [laptop, phone])
  test(`no screen shifts its layout while it loads, with or without cached data, at ${size.width}`, async ({
    browser,
    server,
  }) => {
    test.setTimeout(600_000);
    await visitScreens({ browser, server }, { size }, async ({ page, screen: { name }, openAgain }) => {
      await expectNo(['moved as it came'], page, `${name}, cold`);
      await openAgain();
      await expectNo(['moved as it came'], page, `${name}, warm`);
    });
  });
