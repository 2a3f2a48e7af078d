import { expect, type Page } from '@playwright/test';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';

interface Kept {
  version: number;
  agenda: { id: string; title: string; listened?: string | null; discussion?: string | null }[];
}

const titles = ['О смете', 'О складе', 'О кадрах', 'Разное'];

/** Access to a protocol with an agenda that another device creates and changes. */
async function fromElsewhere(url: string) {
  const token = await signIn(url);
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return ((await answer.json()) as { data: Kept & { id: string } }).data;
  };
  const agenda = titles.map((title) => ({ id: crypto.randomUUID(), title }));
  const { id } = await send('POST', '/protocols', { title: 'Совещание о повестке', agenda });
  const kept = async () => (await getJson<{ data: Kept }>(url, token, `/protocols/${id}`)).data;
  return {
    id,
    kept,
    /** Changes a question as somebody else. */
    async write(title: string, change: object) {
      const { version, agenda: now } = await kept();
      const next = now.map((item) => (item.title === title ? { ...item, ...change } : item));
      await send('PUT', `/protocols/${id}`, { version, agenda: next });
    },
  };
}

async function openQuestion(page: Page, position: number) {
  await page.getByRole('button', { name: `Действия: вопрос ${position}` }).click();
  await page.getByRole('menuitem', { name: 'Изменить' }).click();
  await expect(page.getByRole('textbox', { name: 'Вопрос', exact: true })).toBeFocused();
}

const isSaved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Сохранено$/ })).toBeAttached();
const orderOn = (page: Page) =>
  page
    .getByRole('list', { name: 'Повестка дня' })
    .getByRole('heading', { level: 2 })
    .evaluateAll((all) =>
      all.map((each) => each.querySelector('textarea')?.value ?? each.textContent?.replace(/^\d+\./, '').trim()),
    );
const handle = (page: Page, position: number) => page.getByRole('button', { name: `Переместить: вопрос ${position}` });

test('typed text saves automatically, survives a tab crash, and offline edits are sent as one mutation', async ({
  stand,
}) => {
  const { server, proxy, browser } = stand;
  const context = await browser.start();
  let page = await signInAsSecretary(context, proxy.url);
  const { id, kept } = await fromElsewhere(server.url);
  const address = `${proxy.url}/main/protocols/${id}`;
  const puts = () => proxy.exchanges.filter(({ method, path }) => method === 'PUT' && path.endsWith(id)).length;
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  await test.step('a pause is enough', async () => {
    await openQuestion(page, 2);
    await page.getByLabel('Слушали').focus();
    // At once: keys that a busy machine spreads out would be more than one pause.
    await page.keyboard.insertText('Отчёт кладовщика');
    await expect.poll(async () => (await kept()).agenda[1]?.listened).toBe('Отчёт кладовщика');
    await isSaved(page);
    await expect(page.getByLabel('Слушали')).toBeFocused();
    expect(puts()).toBe(1);
  });

  await test.step('the tab crashes in the middle of a word: it is there in the next one', async () => {
    await page.getByLabel('Выступили').pressSequentially('Ким предложила');
    const devtools = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    page = await context.newPage();
    await page.goto(address);
    await expect(page.getByLabel('Выступили')).toHaveValue('Ким предложила');
    await expect.poll(async () => (await kept()).agenda[1]?.discussion).toBe('Ким предложила');
  });

  await test.step('offline it is one write, however often it was saved', async () => {
    proxy.cut();
    await expect(page.getByText('Нет подключения.')).toBeVisible();
    const before = puts();
    for (const words of [' проверить', ' склад', ' в мае']) {
      await page.getByLabel('Выступили').pressSequentially(words);
      await expect(
        page.getByRole('status').filter({ hasText: 'Сохранено на устройстве, ожидает отправки' }),
      ).toBeAttached();
      await page.getByLabel('Слушали').focus();
      await page.getByLabel('Выступили').focus();
      await page.keyboard.press('End');
    }
    await page.getByRole('button', { name: 'Готово' }).click();
    // A page that is left before all is in the outbox opens with the question as it was being written.
    await expect(page.getByLabel('Выступили')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Ким предложила проверить склад в мае')).toBeVisible();
    proxy.restore();
    await expect.poll(async () => (await kept()).agenda[1]?.discussion).toBe('Ким предложила проверить склад в мае');
    await expect(page.getByRole('button', { name: 'ожидает отправки' })).toHaveCount(0);
    expect(puts() - before).toBe(1);
  });
});

test('questions are reordered by pointer and by keys, and every step can be undone', {
  tag: '@long',
}, async ({ stand }) => {
  const { server, browser } = stand;
  const page = await signInAsSecretary(await browser.start(), server.url);
  const { id, kept } = await fromElsewhere(server.url);
  await page.goto(`${server.url}/main/protocols/${id}`);
  await openQuestion(page, 4);
  await page.getByLabel('Слушали').fill('Набрано и ещё не сохранено');

  await test.step('dragged beside what is being typed', async () => {
    await drag(page, 1, 3);
    await expect.poll(() => orderOn(page)).toEqual(['О складе', 'О кадрах', 'О смете', 'Разное']);
    await expect(page.getByText('Вопрос 1 теперь 3-й из 4')).toBeAttached();
    await expect(page.getByLabel('Слушали')).toHaveValue('Набрано и ещё не сохранено');
    await page.getByRole('button', { name: 'Готово' }).click();
    await expect.poll(async () => (await kept()).agenda[3]?.listened).toBe('Набрано и ещё не сохранено');
    expect((await kept()).agenda.map(({ title }) => title)).toEqual(['О складе', 'О кадрах', 'О смете', 'Разное']);
  });

  await test.step('a drag is given up by Escape', async () => {
    await startDrag(page, 1, 3);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.locator('[data-dragged], [data-drop]')).toHaveCount(0);
    expect(await orderOn(page)).toEqual(['О складе', 'О кадрах', 'О смете', 'Разное']);
  });

  await test.step('moved by the keys, twice without a pause; the focus goes along', async () => {
    await handle(page, 3).focus();
    await page.evaluate(() => {
      const press = { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true };
      for (const _time of [1, 2]) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
    });
    await expect(handle(page, 1)).toBeFocused();
    expect(await orderOn(page)).toEqual(['О смете', 'О складе', 'О кадрах', 'Разное']);
  });

  await test.step('removed without a question, and all of it taken back', async () => {
    await page.getByRole('button', { name: 'Действия: вопрос 4' }).click();
    await page.getByRole('menuitem', { name: 'Удалить вопрос' }).click();
    await expect.poll(() => orderOn(page)).toEqual(['О смете', 'О складе', 'О кадрах']);
    const orders = [
      ['О смете', 'О складе', 'О кадрах', 'Разное'],
      ['О складе', 'О смете', 'О кадрах', 'Разное'],
      ['О складе', 'О кадрах', 'О смете', 'Разное'],
    ];
    for (const order of orders) {
      await page.keyboard.press('Control+z');
      await expect.poll(() => orderOn(page)).toEqual(order);
    }
    // The handle took the focus from the field, so its text was saved before the drag.
    await page.keyboard.press('Control+z');
    await expect.poll(() => orderOn(page)).toEqual(titles);
    await expect(page.getByText('Набрано и ещё не сохранено')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Набрано и ещё не сохранено')).toBeHidden();
    for (const _step of ['typed', 'dragged']) await page.keyboard.press('Control+Shift+z');
    await expect(page.getByText('Набрано и ещё не сохранено')).toBeVisible();
    await expect
      .poll(async () => (await kept()).agenda.map(({ title }) => title))
      .toEqual(['О складе', 'О кадрах', 'О смете', 'Разное']);
  });
});

test('two people edit one protocol: changes of different questions are kept, the same text is a conflict', {
  tag: '@long',
}, async ({ stand }) => {
  const { server, browser } = stand;
  const page = await signInAsSecretary(await browser.start(), server.url);
  const { id, kept, write } = await fromElsewhere(server.url);
  await page.goto(`${server.url}/main/protocols/${id}`);
  await openQuestion(page, 1);

  await write('О кадрах', { listened: 'Вакансий три' });
  await page.getByLabel('Слушали').pressSequentially('Смета растёт');
  await expect.poll(async () => (await kept()).agenda[0]?.listened).toBe('Смета растёт');
  expect((await kept()).agenda[2]?.listened).toBe('Вакансий три');
  await isSaved(page);

  await write('О смете', { listened: 'Смета падает' });
  await page.getByLabel('Слушали').pressSequentially(', аренда тоже');
  const choice = page.getByRole('region', { name: 'Протокол изменили в другом месте' });
  await expect(choice).toContainText('Смета растёт, аренда тоже');
  await expect(choice).toContainText('Смета падает');
  await expect(choice.getByRole('heading')).toBeInViewport();
  await expect(page.getByLabel('Слушали')).toBeInViewport();
  await expect(choice).toContainText(/Изменено .* под вашей учётной записью на другом устройстве/);
  await expect(page.getByLabel('Слушали')).toHaveValue('Смета растёт, аренда тоже');
  await choice.getByRole('button', { name: 'Сохранить выбранное' }).click();
  await expect.poll(async () => (await kept()).agenda[0]?.listened).toBe('Смета растёт, аренда тоже');
  await expect(choice).toHaveCount(0);
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByText('Смета растёт, аренда тоже')).toBeVisible();
});

async function drag(page: Page, from: number, to: number) {
  await startDrag(page, from, to);
  await page.mouse.up();
}

/** Takes a question by its handle and holds it over the lower half of another. */
async function startDrag(page: Page, from: number, to: number) {
  await handle(page, from).hover();
  await page.mouse.down();
  const target = await page
    .getByRole('list', { name: 'Повестка дня' })
    .locator('[data-item]')
    .nth(to - 1)
    .boundingBox();
  if (!target) throw new Error(`There is no question ${to}`);
  const [x, y] = [target.x + target.width / 2, target.y + target.height - 4];
  await page.mouse.move(x, y - 20);
  await page.mouse.move(x, y);
  await expect(page.locator('[data-dragged]')).toHaveCount(1);
  await expect(page.locator('[data-drop="after"]')).toHaveCount(1);
}
