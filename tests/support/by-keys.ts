import { expect, type Locator, type Page } from '@playwright/test';

const most = 200;

/** Reaches an element by Tab alone, or by Shift+Tab, with as many presses as needed; it has to be visible. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const page = target.page();
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** Comes to a button, a link or a tab by Tab, and presses it. */
export async function press(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(target, key);
  await target.page().keyboard.press('Enter');
}

/** Types a part of a name into a person field, and takes the only match; `several`: the field takes several people. */
export async function typePerson(page: Page, field: string, name: string, several = false): Promise<void> {
  await tabTo(page.getByRole('combobox', { name: field, exact: true }));
  await page.keyboard.type(name);
  // Elements of the screen behind a dialog may be options, too.
  const found = page.getByRole('listbox').getByRole('option');
  await expect(found).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(found.filter({ hasText: name })).toHaveCount(0);
  // The list stays open for the next choice.
  if (several) await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** Signs somebody in through the form, as `who@example.ru`, and waits for their first screen. */
export async function signInByKeys(page: Page, url: string, who: string, password = 'protokol'): Promise<void> {
  await page.goto(`${url}/login`);
  await tabTo(page.getByLabel('E-mail'));
  await page.keyboard.type(`${who}@example.ru`);
  await tabTo(page.getByLabel('Пароль', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/[a-z]/);
  await expect(page.locator('h1')).toBeFocused();
}

/** Closes it by Escape once it has the focus: an earlier key press would go to what is behind it. */
export async function closeByEscape(opened: Locator): Promise<void> {
  await expect(opened).toBeVisible();
  await expect.poll(() => opened.evaluate((each) => each.contains(document.activeElement))).toBe(true);
  await opened.page().keyboard.press('Escape');
  await expect(opened).toBeHidden();
}

/** Goes down an open menu to one of its items, and takes it. */
export async function chooseItem(page: Page, name: string | RegExp): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (let step = 0; step < 8; step += 1) {
    if (await item.evaluate((each) => each === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
}
