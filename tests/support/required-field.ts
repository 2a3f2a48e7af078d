import { expect, type Locator, type Page } from '@playwright/test';

const required = 'Поле обязательно для заполнения';

export const textbox = (place: Page | Locator, name: string) => place.getByRole('textbox', { name, exact: true });

/**
 * Expects a field to be marked as required, to be described as invalid when it is empty, and as valid once it is
 * filled.
 */
export async function expectRequired(field: Locator, words: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-required', 'true');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(required));
  await field.fill(words);
  await expect(field).not.toHaveAttribute('aria-invalid');
}
