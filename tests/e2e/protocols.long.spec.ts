import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { choosePerson, signInAsSecretary, takeDocument } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { zipEntries } from '#tests/support/zip-entries.ts';

const title = 'Совещание о подготовке складов к зиме';

test('a secretary writes a protocol by the keyboard alone: agenda, members, a task, documents, final', async ({
  stand,
}) => {
  const { server } = stand;
  const page = await signInAsSecretary(await stand.browser.start(), server.url);

  await test.step('what was typed is there again after a reload', async () => {
    await page.goto(`${server.url}/main/protocols/add`);
    await page.getByLabel('Название').focus();
    await page.keyboard.type(title);
    await page.getByRole('button', { name: 'Добавить вопрос' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Вопрос 1' })).toBeFocused();
    await page.keyboard.type('О готовности котельных');
    await expect(page.getByText(/^Черновик сохранён/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Название')).toHaveValue(title);
    await expect(page.getByRole('textbox', { name: 'Вопрос 1' })).toHaveValue('О готовности котельных');
    await expect(page.getByText('Здесь ваш черновик.')).toBeVisible();
  });

  await test.step('the protocol is made with its speaker, chairman and members', async () => {
    await choosePerson(page, 'Докладчик', 'Орлова');
    await choosePerson(page, 'Председательствующий', 'Иванов');
    await choosePerson(page, 'Участники', 'Ким');
    await choosePerson(page, 'Участники', 'Орлова');
    await expect(page.getByRole('grid', { name: 'Участники: выбраны' }).getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Создать протокол' }).press('Enter');
    await expect(page).toHaveURL(/\/main\/protocols\/(?!add)[^/]+$/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Председательствующий: Иванов')).toBeVisible();
    await expect(page.getByRole('tab', { name: /Участники\s*2/ })).toBeVisible();
  });
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await test.step('the question gets its decision and votes', async () => {
    await page.getByRole('button', { name: 'Действия: вопрос 1' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Изменить' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Вопрос', exact: true })).toBeFocused();
    await page.getByLabel('Слушали').focus();
    await page.keyboard.type('Котельные проверены.');
    await page.getByRole('button', { name: 'Добавить решение' }).press('Enter');
    await expect(page.getByLabel('Решение 1', { exact: true })).toBeFocused();
    await page.keyboard.type('Начать отопительный сезон 1 декабря');
    await page.getByLabel('За', { exact: true }).focus();
    await page.keyboard.type('2');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('list', { name: 'Повестка дня' })).toContainText('1.1. Начать отопительный сезон');
    await expect(page.getByRole('list', { name: 'Повестка дня' })).toContainText('за — 2');
  });

  await test.step('a task is given, and its status changed', async () => {
    await page.getByRole('tab', { name: /Поручения/ }).press('Enter');
    await page.getByRole('button', { name: 'Новое поручение', exact: true }).press('Enter');
    await expect(page.getByLabel('Что сделать')).toBeFocused();
    await page.keyboard.type('Закупить соль для дорожек');
    await choosePerson(page, 'Ответственный', 'Ким');
    await page.getByRole('button', { name: 'Добавить поручение' }).press('Enter');
    const status = page.getByRole('combobox', { name: 'Статус: Закупить соль для дорожек' });
    await expect(status).toHaveValue('new');
    await expect(page.getByLabel('Что сделать')).toBeFocused();
    await page.getByRole('button', { name: 'Закрыть' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Новое поручение', exact: true })).toBeFocused();
    await status.selectOption('in_progress');
    await expect(page.getByText('Закупить соль для дорожек: В работе')).toBeAttached();
    const token = await signIn(server.url);
    const statuses = async () => {
      type Reply = { data: { tasks: { status: string }[] } };
      return (await getJson<Reply>(server.url, token, `/protocols/${id}`)).data.tasks.map(({ status }) => status);
    };
    await expect.poll(statuses).toEqual(['in_progress']);
  });

  await test.step('PDF and DOCX come under their Russian names', async () => {
    const pdf = await readPdf(await downloaded(page, 'PDF', /^Протокол .*\.pdf$/));
    const text = pdf.pages.map((printed) => printed.text).join('\n');
    expect(text.replace(/\s+/g, ' ')).toContain('Начать отопительный сезон 1 декабря');
    const docx = zipEntries(await downloaded(page, 'DOCX', /^Протокол .*\.docx$/));
    expect(docx.get('word/document.xml')?.toString('utf8')).toContain('закупить соль для дорожек');
  });

  await test.step('it is finished, made final, and only read from then', async () => {
    await page.getByRole('button', { name: 'Завершить' }).press('Enter');
    const final = page.getByRole('button', { name: 'Сформировать итоговый протокол' });
    const question = page.getByRole('alertdialog', { name: 'Сформировать итоговый протокол?' });
    await final.press('Enter');
    await question.getByRole('button', { name: 'Поручение «Закупить соль для дорожек»: нет срока' }).press('Enter');
    await expect(page.getByRole('group', { name: 'Срок' }).getByRole('spinbutton').first()).toBeFocused();
    await page.getByRole('button', { name: 'Отмена' }).press('Enter');
    await final.press('Enter');
    await question.getByRole('button', { name: 'Сформировать' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Вопрос повестки' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Изменить данные' })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(page.getByRole('combobox', { name: /^Статус: Закупить/ })).toBeVisible();
  });

  await test.step('its task stands in the list of all, with a link to it', async () => {
    await page.goto(`${server.url}/main/protocols?tab=tasks&search=${encodeURIComponent('соль')}`);
    await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', `/main/protocols/${id}`);
    await expect(page.getByRole('row')).toHaveCount(2);
  });
});

async function downloaded(page: Page, kind: string, name: RegExp): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), takeDocument(page, `Скачать ${kind}`)]);
  expect(download.suggestedFilename()).toMatch(name);
  return readFile(await download.path());
}
