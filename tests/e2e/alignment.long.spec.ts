import { expect, type Locator } from '@playwright/test';
import { createMeeting, signIn } from '#tests/support/api-client.ts';
import { laptop, phone } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { openAs } from '#tests/support/session-steps.ts';

test('on a phone all parts of a row align with its first words', async ({ browser, server }) => {
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

test('no text line of a meeting is cut in half, however many meetings are beside each other', async ({
  browser,
  server,
}) => {
  const token = await signIn(server.url);
  for (const [title, start, end] of [
    ['Стратегическая сессия по развитию филиальной сети', '13:00', '16:00'],
    ['Параллельная встреча с подрядчиком', '13:30', '15:00'],
    ['Третья одновременная встреча', '14:00', '14:45'],
    ['О переходе на новую учётную систему', '17:00', '18:00'],
    ['О ремонте', '18:00', '18:40'],
  ] as const) {
    const at = (time: string) => `2035-03-07T${time}:00+03:00`;
    await createMeeting(server.url, token, { title, start_at: at(start), end_at: at(end) });
  }
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  const spaced = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important }';
  for (const size of [laptop, phone]) {
    await page.setViewportSize(size);
    await page.goto('/main/meetings?view=week&date=2035-03-07');
    await expect(page.getByRole('button', { name: /Параллельная/ })).toBeVisible();
    const whole = page.getByText('О переходе на новую учётную систему', { exact: true });
    if (size === laptop) {
      expect(await whole.evaluate(cutLines), 'an hour has room for a title of two lines').toEqual([]);
      const low = page.getByText('О ремонте', { exact: true });
      expect(await low.evaluate(cutLines), 'forty minutes tell what they are for beside when').toEqual([]);
      const clamps = await page.locator('[data-stop-meeting]:has-text("Параллельная")').evaluate(clampsOf);
      expect(clamps, 'what has no room ends in «…»').toEqual(['4']);
    }
    for (const content of [' ', spaced]) {
      await page.addStyleTag({ content });
      expect(await page.locator('[data-stop-meeting]').evaluateAll(halfLines), `${size.width} ${content}`).toEqual([]);
    }
  }
  await context.close();
});

test('the keys of one shortcut stay on one line in the help', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'secretary');
  const page = await context.newPage();
  await page.goto('/main/meetings?view=week');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Сочетания клавиш' });
  await expect(help.getByText('Enter', { exact: true }).first()).toBeVisible();
  const heights = await help
    .locator('kbd')
    .evaluateAll((caps) => caps.map((cap) => cap.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
  const ragged = await help
    .locator('span:has(> kbd)')
    .evaluateAll((chords) =>
      chords
        .filter(({ children }) => new Set([...children].map((key) => key.getBoundingClientRect().top)).size > 1)
        .map(({ textContent }) => textContent),
    );
  expect(ragged).toEqual([]);
  await context.close();
});

/** Expects the words of each to begin where those of the first do. */
async function expectOneEdge(first: Locator, others: Locator[]): Promise<void> {
  const edge = await leftOf(first);
  for (const other of others) expect(Math.abs((await leftOf(other)) - edge)).toBeLessThanOrEqual(1);
}

/** Returns where its words begin, or its frame where it has none. */
function leftOf(place: Locator): Promise<number> {
  return place.evaluate((element) => {
    if (element instanceof HTMLSelectElement) {
      const { borderLeftColor, borderLeftWidth, paddingLeft } = getComputedStyle(element);
      const { left } = element.getBoundingClientRect();
      // The frame becomes visible on hover.
      const isBare = borderLeftColor === 'rgba(0, 0, 0, 0)';
      return isBare ? left + Number.parseFloat(borderLeftWidth) + Number.parseFloat(paddingLeft) : left;
    }
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.min(...[...range.getClientRects()].map(({ left }) => left));
  });
}

/** Runs in the page: the lines of a text that are not seen whole. */
function cutLines(element: Element): number[] {
  const { bottom } = (element.parentElement as Element).getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(element);
  return [...range.getClientRects()].map((line) => line.bottom).filter((foot) => foot > bottom + 1);
}

/** Runs in the page: after how many lines the words of a meeting end in «…». */
function clampsOf(meeting: Element): string[] {
  return [...meeting.querySelectorAll('*')]
    .map((box) => getComputedStyle(box).webkitLineClamp)
    .filter((n) => n !== 'none');
}

/** Runs in the page: returns the meetings with a line of words that is half visible. */
function halfLines(meetings: Element[]): string[] {
  return meetings
    .filter((meeting) => {
      const walker = document.createTreeWalker(meeting, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        let foot = meeting.getBoundingClientRect().bottom;
        for (let box = node.parentElement; box && box !== meeting; box = box.parentElement)
          if (getComputedStyle(box).overflowY === 'hidden') foot = Math.min(foot, box.getBoundingClientRect().bottom);
        const range = document.createRange();
        range.selectNodeContents(node);
        // Descenders of the letters may be cut.
        for (const { top, bottom } of range.getClientRects()) if (top < foot - 3 && bottom > foot + 3) return true;
      }
      return false;
    })
    .map(({ textContent }) => textContent ?? '');
}
