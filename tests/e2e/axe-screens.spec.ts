import { expectAccessible, laptop, phone, tablet } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import type { AppScreen } from '#tests/support/every-screen.ts';
import { visitScreens } from '#tests/support/visit-screens.ts';

const parts: Record<string, (screen: AppScreen) => boolean> = {
  'the screens of a secretary': ({ who, name }) => who === 'secretary' && !name.startsWith('protocol-'),
  'the screens of a protocol': ({ name }) => name.startsWith('protocol-'),
  'the screens of everybody else': ({ who }) => who !== 'secretary',
};

for (const [part, isOf] of Object.entries(parts)) {
  test(`axe finds nothing on ${part}`, async ({ browser, server }) => {
    await visitScreens({ browser, server }, { isOf }, ({ page, screen }) =>
      expectAccessible(page, screen.name, [laptop, tablet, phone]),
    );
  });
}
