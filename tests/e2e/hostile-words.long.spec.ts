import { expect, type Locator, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { hostileWords, withHostileWords } from '#tests/support/hostile-words.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { expectSound } from '#tests/support/sound-page.ts';
import { visitInTabs } from '#tests/support/tabs.ts';

interface Place {
  address: string;
  /** Index of the hostile word that comes first in every answer. */
  first: number;
}

const places: Partial<Record<Role, Place[]>> = {
  manager: [
    { address: '/main/secretaries', first: 0 },
    { address: '/main/secretaries?id={secretary}', first: 0 },
    // The row of each word changes with the people in the list, so each word comes first once.
    ...[0, 1, 2, 3, 4].map((first) => ({ address: '/main/secretaries?view=charts', first })),
  ],
};

for (const [role, visits] of Object.entries(places) as [Role, Place[]][]) {
  test(`every screen of ${role} keeps its layout and its accessible names whatever text the server sends`, async ({
    browser,
    server,
  }) => {
    const token = await signIn(server.url);
    const me = await getJson<{ data: { id: string } }>(server.url, token, '/me');
    const context = await openAs(browser, server.url, role);
    await visitInTabs(context, visits, async (page, place) => {
      await bringHostileWords(page, place.first);
      const address = place.address.replace('{secretary}', me.data.id);
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 }), `${address} by ${place.first}`).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 768 });
        await expectSound(page, `${address} by ${place.first} at ${width}`);
      }
    });
    await context.close();
  });
}

/** Replaces all texts written by people with hostile words in the server's answers. */
async function bringHostileWords(page: Page, first: number): Promise<void> {
  await page.route(/\/api\/(?!health|events|refresh|me$)/, async (route) => {
    const answer = await route.fetch();
    if (!answer.headers()['content-type']?.startsWith('application/json')) return route.fulfill({ response: answer });
    await route.fulfill({ response: answer, json: withHostileWords(await answer.json(), first) });
  });
}

test('too long a text is reported at its field, nothing typed is lost, and the longest allowed text is kept', async ({
  context,
  server,
  trouble,
}) => {
  const token = await signIn(server.url);
  const page = await signInAsSecretary(context, server.url);
  const tooLong = `${hostileWords.unbroken}!`;
  const id = await createProtocol(server.url, token, 'Для длинных слов', {
    agenda: [{ id: crypto.randomUUID(), title: 'О складе' }],
  });

  await test.step('a meeting', async () => {
    await page.goto(`${server.url}/main/meetings?view=list&date=2035-06-04&new=2035-06-04T10:00`);
    const dialog = page.getByRole('dialog');
    await expectRefused(page, dialog.getByLabel('Название'), tooLong, /Не больше 10\s000 символов/);
    await dialog.getByLabel('Название').fill(hostileWords.html);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: hostileWords.html, exact: true })).toBeVisible();
  });

  await test.step('a protocol and its question', async () => {
    await page.goto(`${server.url}/main/protocols/add`);
    const said = /Не больше 10\s000 символов/;
    await expectRefused(page, page.getByLabel('Название'), tooLong, said, 'Control+Enter');
    await page.getByLabel('Название').fill(hostileWords.unbroken);
    await page.getByRole('button', { name: 'Добавить вопрос' }).click();
    await expectRefused(page, page.getByRole('textbox', { name: 'Вопрос 1' }), tooLong, said, 'Control+Enter');
    await page.getByRole('textbox', { name: 'Вопрос 1' }).fill(hostileWords.emoji);
    await page.getByRole('button', { name: 'Создать протокол' }).click();
    await expect(page.getByRole('heading', { level: 1, name: hostileWords.unbroken })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Повестка дня' })).toContainText(hostileWords.emoji);
  });

  await test.step('a task', async () => {
    await page.goto(`${server.url}/main/protocols/${id}`);
    await page.getByRole('tab', { name: /^Поручения/ }).click();
    await page.getByRole('button', { name: 'Новое поручение' }).click();
    await expectRefused(page, page.getByLabel('Что сделать'), tooLong, /Не больше 10\s000 символов/, 'Control+Enter');
    await page.getByLabel('Что сделать').fill(hostileWords.override);
    await page.keyboard.press('Control+Enter');
    await expect(
      page
        .getByRole('checkbox', { name: /мотсет с окмар/ })
        .or(page.getByRole('combobox', { name: /мотсет с окмар/ }))
        .first(),
    ).toBeVisible();
  });

  await test.step('somebody from outside', async () => {
    await page.getByRole('tab', { name: /^Участники/ }).click();
    const name = page.getByRole('combobox', { name: 'Добавить участника' });
    await name.fill('Ж'.repeat(201));
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Добавить внешнего' }).click();
    const dialog = page.getByRole('dialog', { name: 'Новый внешний участник' });
    await dialog.getByLabel('E-mail').fill('long@example.ru');
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await expect(dialog.getByLabel('Фамилия, имя, отчество')).toHaveAccessibleDescription(/Не больше 200 символов/);
    await expect(dialog.getByLabel('Фамилия, имя, отчество')).toHaveValue('Ж'.repeat(201));
    await dialog.getByLabel('Фамилия, имя, отчество').fill(hostileWords.rightToLeft);
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: `Убрать: ${hostileWords.rightToLeft}` })).toBeVisible();
  });

  await test.step('a keyword', async () => {
    await page.goto(`${server.url}/main/settings/keywords`);
    const field = page.getByLabel('Новое ключевое слово');
    await expectRefused(page, field, 'Ж'.repeat(201), /Не больше 200 символов/);
    await field.fill('Ж'.repeat(200));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Ключевые слова' })).toContainText('ж'.repeat(200), {
      ignoreCase: true,
    });
  });
  expect(trouble).toEqual([]);
});

/** Submits the form with a text that is too long: the field shows the error and keeps the text. */
async function expectRefused(page: Page, field: Locator, text: string, words: RegExp, send = 'Enter') {
  await field.fill(text);
  await page.keyboard.press(send);
  await expect(field).toHaveAccessibleDescription(words);
  await expect(field).toHaveValue(text);
}
