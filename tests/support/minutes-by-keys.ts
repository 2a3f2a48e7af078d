import { expect, type Page } from '@playwright/test';
import type { SpokenDecision, SpokenQuestion } from './spoken-hour.ts';

/** How a person types: at once, or at a certain speed. */
export interface Hands {
  type: (text: string) => Promise<void>;
  press: (key: string) => Promise<void>;
}

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
  { type, press }: Hands,
  question: SpokenQuestion,
  isFirst: boolean,
): Promise<void> {
  await type(question.title);
  if (isFirst) {
    // A question that was opened by its button offers all its parts.
    await press('Enter');
    await press('Tab');
    await focused(page, 'Слушали');
    await type(question.heard);
    await press('Tab');
    await type(question.said ?? '');
    await press('Tab');
    await press('Enter');
  } else {
    await press('Enter');
    await addPart(page, { type, press }, 'Слушали', question.heard);
    if (question.said) await addPart(page, { type, press }, 'Выступили', question.said);
  }
  for (const [index, decision] of question.decisions.entries()) {
    await focused(page, `Решение ${index + 1}`);
    await writeDecision({ type, press }, decision);
    await press('Enter');
  }
  // After an empty decision the next question follows.
  await focused(page, `Решение ${question.decisions.length + 1}`);
  await press('Enter');
  await focused(page, 'Вопрос');
}

/** Adds a part by a slash in the empty decision, fills it, and goes back. */
async function addPart(page: Page, { type, press }: Hands, part: string, text: string): Promise<void> {
  await focused(page, 'Решение 1');
  await type(`/${part.slice(0, 3).toLowerCase()}`);
  await expect(page.getByRole('option', { name: part })).toBeVisible();
  await press('Enter');
  await focused(page, part);
  await type(text);
  await press('Tab');
}

async function writeDecision({ type, press }: Hands, { text, task }: SpokenDecision): Promise<void> {
  await type(text);
  if (task) await press('Alt+Enter');
}
