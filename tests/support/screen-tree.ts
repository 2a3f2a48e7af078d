import { type Browser, expect, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

/** What a screen reader is given of a screen: the names below, in this order, whatever else is there. */
export async function reads(page: Page, address: string, tree: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.locator('body')).toMatchAriaSnapshot(tree);
  });
}

export async function open(browser: Browser, url: string, who: Role): Promise<Page> {
  return (await openAs(browser, url, who)).newPage();
}
