import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { BareProvider, type Envelope } from './bare-provider.ts';
import { test as base } from './e2e-page.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));

/** A page over a bare provider of its own: `baseURL` is the provider, which serves the built app too. */
export const test = base.extend<{ envelope: Envelope; provider: BareProvider }>({
  envelope: ['data', { option: true }],
  provider: async ({ envelope }, use) => {
    const provider = await BareProvider.start(envelope, built);
    await use(provider);
    await provider.stop();
  },
  baseURL: ({ provider }, use) => use(provider.url),
});

/** Opens an address with a session of this role where the app looks for one; resolves with its token. */
export async function enterAs(page: Page, provider: BareProvider, role: Role, address: string): Promise<string> {
  const user = provider.state.users.find((row) => row.role === role);
  if (!user) throw new Error(`nobody is ${role}`);
  const token = provider.state.signIn(user);
  // A file of the same origin, where nothing of the app runs.
  await page.goto('/head.js');
  await page.evaluate(
    (values) => {
      for (const [key, value] of values) localStorage.setItem(key, value);
    },
    Object.entries({ token, role, user_id: String(user.id) }),
  );
  await page.goto(address);
  return token;
}
