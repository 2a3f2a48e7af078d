import { expect, type Locator, type Page } from '@playwright/test';

const required = 'Поле обязательно для заполнения';

export const textbox = (place: Page | Locator, name: string) => place.getByRole('textbox', { name, exact: true });

/** Told that something must stand in it, and, when nothing does, what is wrong; mended, it is told to be right. */
export async function expectRequired(field: Locator, words: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-required', 'true');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(required));
  await field.fill(words);
  await expect(field).not.toHaveAttribute('aria-invalid');
}
