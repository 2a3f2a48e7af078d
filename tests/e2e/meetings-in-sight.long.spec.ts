import { expect, type Page } from '@playwright/test';
import { createMeeting, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

async function openMeetings(page: Page, url: string, query: string): Promise<void> {
  await signInAsSecretary(page.context(), url);
  await page.goto(`${url}/main/meetings${query}`);
  await expect(page.getByRole('heading', { name: 'Встречи', level: 1 })).toBeVisible();
}

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('the reason why a file is refused is visible at once, however long the form is', async ({ page, server }) => {
  await openMeetings(page, server.url, '?new=2031-05-06T10:00');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Название' }).fill('Приёмка склада');
  await dialog.getByRole('textbox', { name: 'Описание' }).fill('1. О приёмке\n'.repeat(12));

  // Refused by the app, before anything is sent.
  await dialog.getByLabel('Файлы', { exact: true }).setInputFiles([file('пусто.txt', ''), file('план.txt', 'План')]);
  const told = dialog.getByRole('alert');
  await expect(told).toHaveText('Файл «пусто.txt» пустой.');
  await expect.poll(() => isClear(page)).toBe(true);

  // Refused by the server, which reads its content.
  await dialog.getByLabel('Файлы', { exact: true }).setInputFiles(file('акт.pdf', 'Это не PDF'));
  await dialog.getByRole('textbox', { name: 'Название' }).click();
  await page.keyboard.press('Enter');
  await expect(told).toContainText('акт.pdf');
  await expect.poll(() => isClear(page)).toBe(true);
});

/** Whether the message in the dialog is not covered by its buttons or by anything beside it. */
function isClear(page: Page): Promise<boolean> {
  return page
    .getByRole('dialog')
    .getByRole('alert')
    .evaluate((words) => {
      const { left, right, top, bottom } = words.getBoundingClientRect();
      const at = (y: number) => document.elementFromPoint((left + right) / 2, y);
      return words.contains(at(top + 1)) && words.contains(at(bottom - 1));
    });
}

test('a new meeting is offered on the days that are shown', async ({ page, server }) => {
  await openMeetings(page, server.url, '?view=week&date=2031-05-07');
  await page.getByRole('link', { name: 'Новая встреча' }).click();
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Начало' })).toContainText(/07\.05\.2031, .?10:00/);
  await expect(page).toHaveURL(/new=2031-05-07T10%3A00$/);
});

test('on a phone the days of a month have two letters each, and no time of a week is cut off', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const token = await signIn(server.url);
  // Alone, beside another one and beside two, for an hour, half of it and a quarter.
  for (const [day, [until, beside]] of Object.entries({
    '02': ['10:30', 1],
    '03': ['10:30', 2],
    '04': ['11:00', 2],
    '05': ['10:15', 2],
    '06': ['11:00', 3],
    '07': ['10:15', 3],
    '08': ['10:15', 1],
  } as const)) {
    const meeting = { start_at: `2030-09-${day}T10:00:00+03:00`, end_at: `2030-09-${day}T${until}:00+03:00` };
    for (let at = 0; at < beside; at++)
      await createMeeting(server.url, token, { title: 'Приёмка цеха после ремонта', ...meeting });
  }
  await openMeetings(page, server.url, '?view=month&date=2030-09-04');
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText([/пн$/, /вт$/, /ср$/, /чт$/, /пт$/, /сб$/, /вс$/]);
  await page.goto(`${server.url}/main/meetings?view=week&date=2030-09-04`);
  await expect(heads.last()).toHaveText(/вс\s\d+$/);
  const meetings = page.locator('[data-stop-meeting]');
  await expect(meetings).toHaveCount(14);
  expect(await meetings.evaluateAll(drawnWords)).toEqual([
    '10:00',
    ...['10', '10'],
    ...['1000', '1000'],
    ...['10', '10'],
    ...Array(6).fill(''),
    '10:00',
  ]);
});

/** Returns the visible part of each meeting's time, and whether any of it overflows. */
function drawnWords(elements: Element[]): string[] {
  return elements.map((element) => {
    const box = element.getBoundingClientRect();
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const drawn: string[] = [];
    while (words.nextNode()) {
      const { currentNode: node } = words;
      const time = node.parentElement?.closest<HTMLElement>('[title^="10:00"]');
      if (!time || time.offsetWidth === 1 || node.parentElement?.offsetWidth === 1) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (left < box.left || right > box.right || top < box.top || bottom > box.bottom) drawn.push('cut:');
      drawn.push(node.textContent ?? '');
    }
    return drawn.join('');
  });
}

test('in a week no line of a title or of a time is cut in half', async ({ page, server }) => {
  await openMeetings(page, server.url, '?view=week');
  const meetings = page.locator('[data-stop-meeting]');
  await expect(meetings.first()).toBeVisible();
  const lines = await meetings.evaluateAll((events) =>
    events.map((event) => {
      const words = document.createTreeWalker(event, NodeFilter.SHOW_TEXT);
      while (words.nextNode() && /^\d\d:\d\d/.test(words.currentNode.textContent ?? ''));
      const title = words.currentNode.parentElement as HTMLElement;
      const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(title);
      return (title.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
    }),
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const count of lines) expect(Math.abs(count - Math.round(count))).toBeLessThan(0.1);
  const cut = await meetings
    .getByText(/^\d\d:\d\d/)
    .evaluateAll((times) => times.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight));
  expect(cut.length).toBeGreaterThan(0);
  for (const pixels of cut) expect(pixels).toBeLessThanOrEqual(0);
});

test('a week and a day open scrolled to their first meeting', async ({ page, server }) => {
  const token = await signIn(server.url);
  const at = (day: string, hour: string) => `2031-08-${day}T${hour}:00+03:00`;
  const titles = { early: 'Смена у котельной', late: 'Приёмка ночью' };
  await createMeeting(server.url, token, {
    title: titles.early,
    start_at: at('05', '05:30'),
    end_at: at('05', '06:30'),
  });
  await createMeeting(server.url, token, {
    title: titles.late,
    start_at: at('12', '21:00'),
    end_at: at('12', '22:00'),
  });
  await openMeetings(page, server.url, '?view=week&date=2031-08-06');
  const meeting = (title: string) => page.getByRole('grid').getByRole('button', { name: title }).first();
  await expect(meeting(titles.early)).toBeInViewport();
  await page.getByRole('button', { name: 'Следующая неделя' }).click();
  await expect(meeting(titles.late)).toBeInViewport();
  await page.goto(`${server.url}/main/meetings?view=day&date=2031-08-05`);
  await expect(meeting(titles.early)).toBeInViewport();
});
