import { expect, type Page } from '@playwright/test';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

const copied = `<meta charset="utf-8"><table><tr><td>Статья</td><td>2027</td></tr><tr><td>Бумага</td><td>10 000</td></tr></table>
  <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.</span>Купить</p><script>alert(1)</script>`;

test('«Слушали» gets bold, a list and a pasted table by keys, and shows them where it is read', async ({
  context,
  server: { url },
}) => {
  const page = await signInAsSecretary(context, url);
  const token = await signIn(url);
  const id = await createProtocol(url, token, 'Совещание о смете', {
    agenda: [{ id: crypto.randomUUID(), title: 'О смете', listened: 'Расходы' }],
  });
  await page.goto(`${url}/main/protocols/${id}`);
  await page.getByText('Расходы', { exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Слушали' });
  await expect(field).toBeFocused();
  const before = await field.boundingBox();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+B');
  await expect(page.getByRole('button', { name: 'Полужирный' })).toHaveAttribute('aria-pressed', 'true');
  // The formatted text has the place of the plain one.
  expect(await field.boundingBox()).toEqual(before);
  await page.keyboard.type('выросли');
  await page.keyboard.press('Control+B');
  // A selection is kept when keys come faster than the editor handles them.
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Shift+Digit8');
  await page.keyboard.type('зарплата');
  await page.keyboard.press('Enter');
  await page.keyboard.type('бумага');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('@пет');
  await expect(page.getByRole('listbox', { name: 'Люди' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field.locator('p').last()).toHaveText(/^Петров/);
  await paste(page, copied);
  await expect(field.locator('td')).toHaveText(['Статья', '2027', 'Бумага', '10 000']);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  const item = page.getByRole('list', { name: 'Повестка дня' });
  await expect(item.locator('strong')).toHaveText('выросли');
  await expect(item.getByRole('table')).toBeVisible();
  await expect
    .poll(async () => {
      const { data } = await getJson<{ data: { agenda: AgendaItem[] } }>(url, token, `/protocols/${id}`);
      return data.agenda[0]?.listened?.replaceAll('\u00A0', ' ');
    })
    .toBe('Расходы выросли\n– зарплата\n– бумага\nПетрова А. А.\nСтатья\t2027\nБумага\t10 000\n1. Купить');
});

function paste(page: Page, html: string): Promise<void> {
  return page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/html', content);
    data.setData('text/plain', 'слова');
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, html);
}
