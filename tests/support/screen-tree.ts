import { type Browser, expect, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

/** Expects a screen's accessibility tree to contain the names below, in this order, among others. */
export async function reads(page: Page, address: string, tree: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.locator('body')).toMatchAriaSnapshot(tree);
  });
}

export async function open(browser: Browser, url: string, who: Role): Promise<Page> {
  return (await openAs(browser, url, who)).newPage();
}
