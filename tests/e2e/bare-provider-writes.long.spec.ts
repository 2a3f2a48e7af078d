import { expect } from '@playwright/test';
import { enterAs, test } from '#tests/support/bare-page.ts';
import { type BareProvider, envelopes } from '#tests/support/bare-provider.ts';

// The envelope whose writes are answered with nothing; the other at the long level.
for (const envelope of envelopes) {
  test.describe(`over a bare provider, envelope «${envelope}»`, () => {
    test.use({ envelope });

    // The answer to a write is not specified: one of the two envelopes is empty, and nobody is told that it failed.
    const quiet = envelope === 'nested';
    const answered = quiet ? 'answered with nothing' : 'answered';

    test(`a keyword is added and removed, ${answered}`, async ({ page, provider, trouble }) => {
      provider.quiet = quiet;
      await enterAs(page, provider, 'secretary', '/main/settings/keywords');
      await page.getByLabel('Новое ключевое слово').fill('поручить');
      await page.getByRole('button', { name: 'Добавить' }).click();
      await expect.poll(() => bodiesOf(provider, 'POST', /^\/keywords$/)).toEqual([{ name: 'поручить' }]);
      const rows = page.getByRole('button', { name: /^Удалить/ });
      await expect(rows).toHaveCount(3);
      await rows.first().click();
      await expect.poll(() => provider.callsTo('DELETE', /^\/keywords\/\d+$/)).toHaveLength(1);
      expect([trouble, provider.complaints]).toEqual([[], []]);
    });

    test(`a member comes and goes, a task is given and its status changed, ${answered}`, async ({
      page,
      provider,
      trouble,
    }) => {
      provider.quiet = quiet;
      await enterAs(page, provider, 'secretary', '/main/protocols/105');
      await page.getByRole('tab', { name: /^Участники/ }).click();
      const form = page.getByRole('form', { name: 'Новый участник' });
      await form.getByRole('combobox', { name: 'Добавить участника' }).fill('Пользователь 1');
      await page.getByRole('option', { name: 'Пользователь 1' }).click();
      await form.getByRole('button', { name: 'Добавить', exact: true }).click();
      await expect.poll(() => bodiesOf(provider, 'POST', /members$/)).toEqual([{ member_id: 1 }]);
      await page.getByRole('button', { name: 'Убрать: Пользователь 1' }).click();
      await expect.poll(() => provider.callsTo('DELETE', /members\/1$/)).toHaveLength(1);

      await page.getByRole('tab', { name: /^Поручения/ }).click();
      await page.getByRole('button', { name: 'Новое поручение' }).click();
      await page.getByLabel('Что сделать').fill('Подготовить смету');
      await page.getByRole('button', { name: 'Добавить поручение' }).click();
      await expect.poll(() => bodiesOf(provider, 'POST', /tasks$/)).toEqual([{ title: 'Подготовить смету' }]);

      await page.goto('/main/protocols?tab=tasks');
      const status = page.getByRole('combobox', { name: /^Статус/ }).first();
      await status.selectOption('В работе');
      await expect.poll(() => bodiesOf(provider, 'PUT', /tasks\/109$/)).toEqual([{ status: 'in_progress' }]);
      await expect(status).toHaveValue('in_progress');
      expect([trouble, provider.complaints]).toEqual([[], []]);
    });

    test(`a meeting is planned, ${answered}`, async ({ page, provider, trouble }) => {
      provider.quiet = quiet;
      await enterAs(page, provider, 'secretary', '/main/meetings');
      await page.getByRole('link', { name: 'Новая встреча' }).click();
      await page.getByLabel('Название').fill('Планёрка');
      await page.getByRole('button', { name: 'Создать встречу' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      const made = { title: 'Планёрка', start_at: expect.any(String), end_at: expect.any(String) };
      await expect.poll(() => bodiesOf(provider, 'POST', /^\/meetings$/)).toEqual([expect.objectContaining(made)]);
      expect([trouble, provider.complaints]).toEqual([[], []]);
    });

    test(`a person is added, ${answered}`, async ({ page, provider, trouble }) => {
      provider.quiet = quiet;
      await enterAs(page, provider, 'secretary', '/main/settings/users');
      await page.getByRole('button', { name: 'Добавить внешнего участника' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Фамилия, имя, отчество').fill('Орлов Олег');
      await dialog.getByLabel('E-mail').fill('orlov@example.ru');
      await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
      await expect(dialog).toBeHidden();
      const person = { name: 'Орлов Олег', email: 'orlov@example.ru', role: 'external' };
      expect(bodiesOf(provider, 'POST', /^\/users$/)).toEqual([person]);
      expect([trouble, provider.complaints]).toEqual([[], []]);
    });
  });
}

function bodiesOf(provider: BareProvider, method: string, path: RegExp) {
  return provider.callsTo(method, path).map(({ body }) => body);
}
