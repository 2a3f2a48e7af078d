import { expect, type Page } from '@playwright/test';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

interface Saved {
  tasks: { title: string; due_at?: string | null }[];
  agenda: {
    title: string;
    listened?: string | null;
    decisions?: { text: string }[];
    votes?: { for?: number } | null;
  }[];
}

const agendaOf = () => [
  {
    id: crypto.randomUUID(),
    title: 'О смете на будущий год, которая обсуждается второй раз подряд и занимает больше одной строки',
    listened: 'Расходы выросли на десятую часть.\nДоходы прежние.',
    discussion: 'Ким поддержала.',
    decisions: [
      { id: crypto.randomUUID(), text: 'Утвердить смету с поправками, которые внесены в ходе обсуждения' },
      { id: crypto.randomUUID(), text: 'Отчитаться в марте' },
    ],
    votes: { for: 6, against: 0, abstained: 1 },
  },
  { id: crypto.randomUUID(), title: 'О складе', decisions: [{ id: crypto.randomUUID(), text: 'Починить крышу' }] },
  { id: crypto.randomUUID(), title: 'О кадрах' },
];

async function openProtocol(page: Page, url: string) {
  const token = await signIn(url);
  const id = await createProtocol(url, token, `Совещание ${crypto.randomUUID().slice(0, 6)}`, { agenda: agendaOf() });
  await page.goto(`${url}/main/protocols/${id}`);
  await expect(page.getByRole('heading', { name: /О кадрах/ })).toBeVisible();
  const read = async () => (await getJson<{ data: Saved }>(url, token, `/protocols/${id}`)).data;
  return { saved: async () => (await read()).agenda, tasks: async () => (await read()).tasks };
}

const sheet = (page: Page) => page.getByRole('list', { name: 'Повестка дня' });
const place = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const decisionsOf = (agenda: Saved['agenda'], index: number) => agenda[index]?.decisions?.map(({ text }) => text);

/**
 * Returns the position of every text in the sheet, whether it is being read or edited. Measured in a drawn frame: a
 * question that was mounted since the last one has its estimated height until then.
 */
const placesOf = (page: Page) =>
  sheet(page).evaluate(async (list) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { top } = list.getBoundingClientRect();
    return [...list.querySelectorAll('[data-place]')].map((each) => {
      const { x, y, height } = each.getBoundingClientRect();
      const text = each instanceof HTMLTextAreaElement ? each.value : each.textContent;
      return `${each.getAttribute('data-place')} ${text} ${x.toFixed(1)} ${(y - top).toFixed(1)} ${height.toFixed(1)}`;
    });
  });

test('a click places the caret at its point, and no text moves', { tag: '@long' }, async ({
  context,
  server: { url },
}) => {
  const page = await signInAsSecretary(context, url);
  const { saved } = await openProtocol(page, url);
  const before = (await placesOf(page)).filter((line) => !line.startsWith('votes'));
  const word = await sheet(page).evaluate((list) => {
    const text = list.querySelector('bdi[data-place="decision"]')?.firstChild;
    if (!text) throw new Error('No decision');
    const range = document.createRange();
    range.setStart(text, 'Утвердить'.length);
    range.setEnd(text, 'Утвердить'.length);
    const { x, y, height } = range.getBoundingClientRect();
    return { x, y: y + height / 2 };
  });
  // Like the rest of the sheet it has no box: only the edited text has a background.
  const rows = sheet(page).locator('[data-decision]');
  const grounds = () => rows.evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
  const none = 'rgba(0, 0, 0, 0)';
  expect(await grounds()).toEqual([none, none, none]);
  await page.mouse.click(word.x, word.y);
  await expect(place(page, 'Решение 1')).toBeFocused();
  expect(await grounds()).toEqual([expect.not.stringMatching('rgba'), none, none]);
  expect((await placesOf(page)).filter((line) => !line.startsWith('votes'))).toEqual(before);
  await page.keyboard.type(' всю');
  await expect(place(page, 'Решение 1')).toHaveValue(/^Утвердить всю смету/);
  await page.keyboard.press('Escape');
  await expect(place(page, 'Решение 1')).toHaveCount(0);
  const read = await placesOf(page);
  await sheet(page).getByText('О кадрах').click();
  await expect(place(page, 'Вопрос')).toBeFocused();
  expect(await placesOf(page)).toEqual(read);
  await expect.poll(async () => decisionsOf(await saved(), 0)?.[0]).toMatch(/^Утвердить всю смету/);
});

test('decisions are written, split, joined and moved by keys, from question to question', async ({
  context,
  server: { url },
}) => {
  const page = await signInAsSecretary(context, url);
  const { saved } = await openProtocol(page, url);
  await sheet(page).getByText('Отчитаться в марте').click();
  await page.keyboard.press('End');
  // One key leads to the next decision, one to the decisions of the next question, one to those of the question after
  // it.
  await page.keyboard.press('Enter');
  await page.keyboard.type('Провести сверку');
  await page.keyboard.press('Control+Enter');
  await expect(place(page, 'Решение 1')).toHaveValue('Починить крышу');
  await page.keyboard.type(' до зимы');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('Принять двух человек');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Разное');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Принять к сведению');
  await page.keyboard.press('Home');
  for (let each = 0; each < 'Принять '.length; each += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(place(page, 'Решение 2')).toHaveValue('к сведению');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(place(page, 'Решение 1')).toHaveValue('к сведению');
  await expect(place(page, 'Решение 1')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await expect(place(page, 'Решение 1')).toHaveValue('Принять к сведению');
  await page.keyboard.press('Escape');
  await expect.poll(async () => decisionsOf(await saved(), 3)).toEqual(['Принять к сведению']);
  const agenda = await saved();
  expect(decisionsOf(agenda, 0)?.slice(1)).toEqual(['Отчитаться в марте', 'Провести сверку']);
  expect(decisionsOf(agenda, 1)).toEqual(['Починить крышу до зимы']);
  expect(decisionsOf(agenda, 2)).toEqual(['Принять двух человек']);
  expect(agenda[3]?.title).toBe('Разное');
});

test('missing parts of a question are added by «/» or from the bar, and «@» names a person', async ({
  context,
  server: { url },
}) => {
  const page = await signInAsSecretary(context, url);
  const { saved } = await openProtocol(page, url);
  await sheet(page).getByText('О кадрах').click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await expect(page.getByRole('listbox', { name: 'Добавить в вопрос' }).getByRole('option')).toHaveText([
    'Слушали',
    'Выступили',
    'Решение',
    'Голосование',
    'Докладчик',
  ]);
  await page.keyboard.type('сл');
  await page.keyboard.press('Enter');
  await expect(place(page, 'Слушали')).toBeFocused();
  await page.keyboard.type('Доложила @орл');
  await expect(page.getByRole('option', { name: /Орлова/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(place(page, 'Слушали')).toHaveValue(/^Доложила Орлова/);
  await page.keyboard.type(', просила поручить @орл');
  await expect(page.getByRole('option', { name: /Орлова/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(place(page, 'Слушали')).toHaveValue(/, просила поручить Орловой/);
  await page.keyboard.press('Escape');
  await expect(place(page, 'Слушали')).toHaveCount(0);
  await sheet(page).getByText('О кадрах').click();
  await page.getByRole('button', { name: 'Добавить: Голосование' }).click();
  await expect(place(page, 'За')).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await saved())[2]?.votes?.for).toBe(5);
  expect((await saved())[2]?.listened).toMatch(/^Доложила Орлова/);
});

test('a decision becomes a task by one key while it is written, and only once', { tag: '@long' }, async ({
  context,
  server: { url },
}) => {
  const page = await signInAsSecretary(context, url);
  const { tasks } = await openProtocol(page, url);
  await sheet(page).getByText('Починить крышу').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' до 04.12.2036');
  await page.keyboard.press('Alt+Enter');
  const chip = sheet(page).getByRole('button', { name: /^Кому поручено/ });
  await expect(chip).toBeVisible();
  await expect(place(page, 'Решение 1')).toBeFocused();
  await page.keyboard.press('Alt+Enter');
  await expect(chip).toBeFocused();
  await expect.poll(tasks).toMatchObject([{ title: 'Починить крышу', due_at: expect.stringContaining('2036-12-0') }]);
});
