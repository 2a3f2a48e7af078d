import { expect, type Page } from '@playwright/test';
import type { SpokenDecision, SpokenQuestion } from './spoken-hour.ts';

/** How a text is typed: at once, or at somebody's speed. */
export type Typist = (text: string) => Promise<void>;

const focused = (page: Page, name: string) => expect(page.getByRole('textbox', { name, exact: true })).toBeFocused();

/** Leads the focus to «Вопрос повестки» by Tab alone and presses it; the caret is in the title of the first question. */
export async function beginAgenda(page: Page): Promise<void> {
  const begin = page.getByRole('button', { name: 'Вопрос повестки' });
  const isThere = () => begin.evaluate((button) => button === document.activeElement);
  while (!(await isThere())) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await focused(page, 'Вопрос');
}

/**
 * Writes a question by keys: its title, «Слушали», «Выступили», each decision, those that are tasks made into tasks. The
 * caret begins in an empty title and ends in the empty title of the next question.
 */
export async function writeQuestion(
  page: Page,
  type: Typist,
  question: SpokenQuestion,
  isFirst: boolean,
): Promise<void> {
  const { keyboard } = page;
  await type(question.title);
  if (isFirst) {
    // Opened by its button, a question offers all its parts.
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await focused(page, 'Слушали');
    await type(question.heard);
    await keyboard.press('Tab');
    await type(question.said ?? '');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
  } else {
    await keyboard.press('Enter');
    await addPart(page, type, 'Слушали', question.heard);
    if (question.said) await addPart(page, type, 'Выступили', question.said);
  }
  for (const [index, decision] of question.decisions.entries()) {
    await focused(page, `Решение ${index + 1}`);
    await writeDecision(page, type, decision);
    await keyboard.press('Enter');
  }
  // Behind an empty decision comes the next question.
  await focused(page, `Решение ${question.decisions.length + 1}`);
  await keyboard.press('Enter');
  await focused(page, 'Вопрос');
}

/** Asks for a part by a slash in the empty decision, writes it, and goes back. */
async function addPart(page: Page, type: Typist, part: string, text: string): Promise<void> {
  await focused(page, 'Решение 1');
  await type(`/${part.slice(0, 3).toLowerCase()}`);
  await expect(page.getByRole('option', { name: part })).toBeVisible();
  await page.keyboard.press('Enter');
  await focused(page, part);
  await type(text);
  await page.keyboard.press('Tab');
}

async function writeDecision(page: Page, type: Typist, { text, task }: SpokenDecision): Promise<void> {
  await type(text);
  if (task) await page.keyboard.press('Alt+Enter');
}
