import { expect, type Locator } from '@playwright/test';
import { phone } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

test('on a phone all of a row stands under its first words', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  await page.setViewportSize(phone);
  await page.goto('/main/protocols?tab=tasks');
  const task = page.getByRole('table', { name: 'Поручения' }).locator('tbody tr').first();
  await expect(task.getByRole('combobox')).toBeVisible();
  const parts = [task.locator('td:nth-child(2)'), task.locator('td:nth-child(3)'), task.getByRole('combobox')];
  await expectOneEdge(task.getByRole('link'), parts);

  await page.goto('/main/settings/users');
  const person = page.getByRole('row', { name: /Белова/ });
  await expect(person).toBeVisible();
  await expectOneEdge(person.getByText('Белова Ирина Михайловна'), [person.locator('td:nth-child(2)')]);
  await context.close();
});

/** The words of each begin where those of the first one do. */
async function expectOneEdge(first: Locator, others: Locator[]): Promise<void> {
  const edge = await leftOf(first);
  for (const other of others) expect(Math.abs((await leftOf(other)) - edge)).toBeLessThanOrEqual(1);
}

/** Where its words begin, or its frame where it has none. */
function leftOf(place: Locator): Promise<number> {
  return place.evaluate((element) => {
    if (element instanceof HTMLSelectElement) return element.getBoundingClientRect().left;
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.min(...[...range.getClientRects()].map(({ left }) => left));
  });
}
