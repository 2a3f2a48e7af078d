import { expect } from '@playwright/test';
import { expectAccessible, laptop, phone, tablet } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { type AppScreen, everyScreen } from '#tests/support/every-screen.ts';
import { openAs } from '#tests/support/session-steps.ts';

const parts: Record<string, (screen: AppScreen) => boolean> = {
  'the screens of a secretary': ({ who, name }) => who === 'secretary' && !name.startsWith('protocol-'),
  'the screens of a protocol': ({ name }) => name.startsWith('protocol-'),
  'the screens of everybody else': ({ who }) => who !== 'secretary',
};

for (const [part, isOf] of Object.entries(parts)) {
  test(`axe finds nothing on ${part}`, async ({ browser, server: { url } }) => {
    const left = (await everyScreen(url)).filter(isOf);
    const visitNext = async () => {
      for (let next = left.shift(); next; next = left.shift()) await visit(next);
    };
    // A machine has two cores at least, and a page is busy on one of them.
    await Promise.all([visitNext(), visitNext()]);

    async function visit({ name, who, address, shown }: AppScreen): Promise<void> {
      const context = await openAs(browser, url, who);
      const page = await context.newPage();
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      await expectAccessible(page, name, [laptop, tablet, phone]);
      await context.close();
    }
  });
}
