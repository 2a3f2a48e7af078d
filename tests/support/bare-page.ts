import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { BareProvider, type Envelope } from './bare-provider.ts';
import { test as base } from './e2e-page.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));

/** A page over its own bare provider: `baseURL` is the provider, which also serves the built app. */
export const test = base.extend<{ envelope: Envelope; provider: BareProvider }>({
  envelope: ['data', { option: true }],
  provider: async ({ envelope }, use) => {
    const provider = await BareProvider.start(envelope, built);
    await use(provider);
    await provider.stop();
  },
  baseURL: ({ provider }, use) => use(provider.url),
});

/** Opens an address with a session of this role in the app's storage; resolves with its token. */
export async function enterAs(page: Page, provider: BareProvider, role: Role, address: string): Promise<string> {
  const user = provider.state.users.find((row) => row.role === role);
  if (!user) throw new Error(`nobody is ${role}`);
  const token = provider.state.signIn(user);
  // A file of the same origin, on which the app does not run.
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
