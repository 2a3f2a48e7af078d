import { expect, type Locator } from '@playwright/test';
import { createProtocol, createTask, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { cutWords } from '#tests/support/cut-words.ts';
import { test } from '#tests/support/e2e-page.ts';

const long = (word: string) => word.repeat(Math.floor(9_000 / word.length));

test('titles of thousands of letters keep the actions in reach', async ({ context, server, trouble }) => {
  const token = await signIn(server.url);
  const id = await createProtocol(server.url, token, long('Длинноеслово'), {
    ...{ agenda: [long('Долгийвопрос'), 'О складе'].map((title, index) => ({ id: `q${index}`, title })) },
  });
  const page = await signInAsSecretary(context, server.url);
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${server.url}/main/protocols/${id}`);
    await expect(page.getByRole('button', { name: 'Завершить' }).first()).toBeInViewport();
    await page.getByRole('heading', { name: /Долгийвопрос/ }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { name: 'О складе' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  for (const list of ['/main/home', '/main/protocols']) {
    await page.goto(`${server.url}${list}`);
    await expect(page.getByRole('link', { name: /Длинноеслово/ }).first()).toBeVisible();
    expect(await cutWords(page), list).toEqual([]);
  }
  await page.goto(`${server.url}/main/protocols/${id}`);
  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('menuitem', { name: 'Удалить протокол' }).click();
  const question = page.getByRole('alertdialog', { name: 'Удалить протокол?' });
  await expect(question).toContainText('Протокол «ДлинноесловоДлинноеслово');
  await expect(question.getByRole('button', { name: 'Удалить' })).toBeInViewport();
  await question.getByRole('button', { name: 'Отмена' }).click();
  expect(trouble).toEqual([]);
});

test('the words of a task stand beside its menu on a phone, not under it', async ({ context, server, trouble }) => {
  const token = await signIn(server.url);
  const id = await createProtocol(server.url, token, 'О порядке');
  const title = 'Предупредить смены об остановке второй линии и всех подрядчиков';
  await createTask(server.url, token, id, { title, due_at: '2036-01-10' });
  const page = await signInAsSecretary(context, server.url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/main/protocols?tab=tasks&search=${encodeURIComponent(title)}`);
  const words = await edges(page.getByText(title, { exact: true }).first());
  const menu = await edges(page.getByRole('button', { name: `Действия: ${title}` }).first());
  expect(words.right).toBeLessThanOrEqual(menu.left);

  await page.setViewportSize({ width: 1024, height: 768 });
  await page.evaluate(() => {
    document.documentElement.dataset.text = 'larger';
  });
  const card = page.getByRole('table', { name: 'Поручения' }).locator('xpath=..');
  const menus = page.getByRole('button', { name: `Действия: ${title}` });
  await expect
    .poll(async () => (await edges(menus.first())).right, { message: 'on a tablet, in the largest letters' })
    .toBeLessThanOrEqual((await edges(card)).right);
  expect(trouble).toEqual([]);
});

async function edges(locator: Locator): Promise<{ left: number; right: number }> {
  await expect(locator).toBeVisible();
  return locator.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  });
}
