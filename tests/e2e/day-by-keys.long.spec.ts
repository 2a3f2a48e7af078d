import { expect } from '@playwright/test';
import { demoSecretary, getJson, signIn } from '#tests/support/api-client.ts';
import { press, tabTo, typePerson } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';

/** Unique on this server, whatever other tests have created. */
const title = `Совещание об уборке снега ${crypto.randomUUID().slice(0, 8)}`;

test('a secretary’s day by the keyboard alone: a meeting, its protocol, a decision, a task, a member, «Завершить»', async ({
  page,
  server,
  trouble,
}) => {
  const { keyboard } = page;
  const main = page.getByRole('main');

  await test.step('signing in', async () => {
    await page.goto(`${server.url}/login`);
    await tabTo(page.getByLabel('E-mail'));
    await keyboard.type(demoSecretary.email);
    await tabTo(page.getByLabel('Пароль', { exact: true }));
    await keyboard.type(demoSecretary.password);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/main\/home$/);
    await expect(page.locator('h1')).toBeFocused();
  });

  await test.step('a meeting by «n»', async () => {
    await keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Новая встреча' });
    await expect(dialog.getByLabel('Название')).toBeFocused();
    await keyboard.type(title);
    await tabTo(dialog.getByLabel('Описание'));
    await keyboard.insertText('1. О готовности техники');
    await typePerson(page, 'Участники', 'Ким Дмитрий', true);
    await expect(page.getByRole('grid', { name: 'Участники: выбраны' }).getByRole('row')).toHaveCount(1);
    await press(dialog.getByRole('button', { name: 'Создать встречу' }));
    await expect(dialog).toBeHidden();
  });

  await test.step('the meeting is found in the list, and a protocol made of it', async () => {
    await keyboard.press('4');
    await expect(page).toHaveURL(/view=list/);
    await press(main.getByRole('link', { name: title }));
    await press(page.getByRole('dialog', { name: title }).getByRole('link', { name: 'Создать протокол' }));
    await expect(page.getByLabel('Название')).toHaveValue(title);
    await expect(page.getByRole('textbox', { name: 'Вопрос 1' })).toHaveValue('О готовности техники');
    await press(page.getByRole('button', { name: 'Создать протокол' }));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  });
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await test.step('its question gets a decision', async () => {
    await press(page.getByRole('button', { name: 'Действия: вопрос 1' }));
    await expect(page.getByRole('menuitem', { name: 'Изменить' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Вопрос', exact: true })).toBeFocused();
    await press(page.getByRole('button', { name: 'Добавить решение' }));
    await expect(page.getByLabel('Решение 1', { exact: true })).toBeFocused();
    await keyboard.insertText('Вывести технику к 6 часам утра');
    await tabTo(page.getByLabel('За', { exact: true }));
    await keyboard.type('2');
    await keyboard.press('Escape');
    await expect(page.getByRole('list', { name: 'Повестка дня' })).toContainText('1.1. Вывести технику');
  });

  await test.step('a task with who and until when', async () => {
    await press(page.getByRole('button', { name: 'Новое поручение', exact: true }));
    await expect(page.getByLabel('Что сделать')).toBeFocused();
    await keyboard.insertText('Закупить реагенты');
    await typePerson(page, 'Ответственный', 'Ким Дмитрий');
    await tabTo(page.getByRole('group', { name: 'Срок' }).getByRole('spinbutton').first());
    await keyboard.type('31122036');
    await keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Статус: Закупить реагенты' })).toBeVisible();
    await expect(page.getByLabel('Что сделать')).toBeFocused();
    await press(page.getByRole('button', { name: 'Закрыть' }));
    await expect(page.getByRole('button', { name: 'Новое поручение', exact: true })).toBeFocused();
  });

  await test.step('one more member', async () => {
    await tabTo(page.getByRole('tab', { name: /^Поручения/ }), 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: /^Участники/ })).toBeFocused();
    await typePerson(page, 'Добавить участника', 'Орлова');
    await press(page.getByRole('button', { name: 'Добавить', exact: true }));
    await expect(page.getByRole('region', { name: 'Присутствовали' })).toContainText('Орлова');
  });

  await test.step('«Завершить»', async () => {
    await press(page.getByRole('button', { name: 'Завершить' }), 'Shift+Tab');
    await expect(page.getByRole('button', { name: 'Сформировать итоговый протокол' })).toBeVisible();
  });

  await test.step('the server has all of it', async () => {
    const token = await signIn(server.url);
    const { data } = await getJson<{ data: object }>(server.url, token, `/protocols/${id}`);
    expect(data).toMatchObject({
      stage: 'finish',
      title,
      agenda: [
        { title: 'О готовности техники', decisions: [{ text: 'Вывести технику к 6 часам утра' }], votes: { for: 2 } },
      ],
      tasks: [{ title: 'Закупить реагенты', due_at: expect.stringMatching(/^2036-12-31/) }],
    });
    expect((data as { members: object[] }).members).toHaveLength(2);
  });
  expect(trouble).toEqual([]);
});
