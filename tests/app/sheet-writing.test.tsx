import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetWrites } from './support/forget-writes.ts';
import { editItem, open, puts } from './support/open-protocol-edit.tsx';

afterEach(forgetWrites);

const sheet = async () => within(await screen.findByRole('list', { name: 'Повестка дня' }));

test('the next question opens at once; the previous one shows its text before the server has it', async () => {
  const app = open({}, { 'PUT /protocols/p1': () => new Promise<Response>(() => undefined) });
  const { person } = app;
  await person.click((await sheet()).getByText('Утвердить смету'));
  expect(screen.getByLabelText('Решение 1')).toHaveFocus();
  await person.keyboard(' целиком{Enter}Отчитаться{Control>}{Enter}{/Control}');
  expect(screen.getByRole('form', { name: 'Вопрос 2' })).toBeVisible();
  expect((await sheet()).getByText('Утвердить смету целиком')).toBeVisible();
  expect((await sheet()).getByText('Отчитаться')).toBeVisible();
  expect(screen.getByLabelText('Решение 1')).toHaveFocus();
  await person.keyboard('Починить крышу{Control>}{Enter}{/Control}');
  expect((await sheet()).getByText('Утвердить смету целиком')).toBeVisible();
  expect((await sheet()).getByText('Починить крышу')).toBeVisible();
  expect(screen.getByLabelText('Вопрос')).toHaveFocus();
});

test('a question that cannot be saved as it is stays open and says why', async () => {
  const { person } = open();
  await person.click((await sheet()).getByText('О складе'));
  await person.clear(await screen.findByLabelText('Вопрос'));
  await person.click((await sheet()).getByText('Утвердить смету'));
  await waitFor(() =>
    expect(screen.getByLabelText('Вопрос')).toHaveAccessibleDescription('Поле обязательно для заполнения'),
  );
  expect(screen.getByRole('form', { name: 'Вопрос 2' })).toBeVisible();
  await person.type(screen.getByLabelText('Вопрос'), 'О новом складе{Escape}');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(await screen.findByRole('heading', { name: /2\.О новом складе/ })).toBeVisible();
});

test('a decision of an untitled question becomes no task: the title is required first', async () => {
  const { person, server } = open();
  await sheet();
  await person.click(screen.getByRole('button', { name: 'Вопрос повестки' }));
  await waitFor(() => expect(screen.getByLabelText('Вопрос')).toHaveFocus());
  await screen.findByRole('combobox', { name: 'Докладчик' });
  await person.keyboard('{Enter}{Tab}{Tab}{Tab}{Enter}');
  expect(screen.getByLabelText('Решение 1')).toHaveFocus();
  await person.keyboard('Подготовить отчёт{Alt>}{Enter}{/Alt}');
  const title = screen.getByLabelText('Вопрос');
  await waitFor(() => expect(title).toHaveAccessibleDescription('Поле обязательно для заполнения'));
  expect(title).toHaveFocus();
  await person.keyboard('Об отчёте');
  await person.click(await screen.findByLabelText('Решение 1'));
  await person.keyboard('{Alt>}{Enter}{/Alt}');
  const posted = () => server.received.filter(({ method }) => method === 'POST').map(({ path }) => path);
  await waitFor(() => expect(posted()).toEqual(['/protocols/p1/tasks']));
});

test('an empty new question leaves nothing behind', async () => {
  const app = open();
  const { person } = app;
  await person.click((await sheet()).getByText('О складе'));
  await person.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('form', { name: 'Вопрос 3' })).toBeVisible();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(screen.getAllByRole('heading', { level: 2, name: /^\d\./ })).toHaveLength(2);
  expect(puts(app)).toEqual([]);
});

test('Escape closes the «/» list and keeps the text, and parts already present are not offered', async () => {
  const { person } = open();
  await person.click((await sheet()).getByText('О складе'));
  await person.keyboard('{Enter}/');
  const list = within(await screen.findByRole('listbox', { name: 'Добавить в вопрос' }));
  expect(screen.getByLabelText('Решение 1')).toHaveAttribute(
    'aria-activedescendant',
    list.getAllByRole('option')[0]?.id,
  );
  await person.keyboard('{ArrowDown}');
  expect(list.getByRole('option', { name: 'Выступили' })).toHaveAttribute('aria-selected', 'true');
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByLabelText('Решение 1')).toHaveValue('/');
  await person.keyboard('{Backspace}{Escape}');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await editItem(person, 1);
  await person.click(screen.getByRole('button', { name: 'Добавить решение' }));
  await person.keyboard('/');
  const offered = within(await screen.findByRole('listbox', { name: 'Добавить в вопрос' }));
  expect(offered.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Решение']);
});

test('a decision that is moved takes its task along', async () => {
  const decisions = [
    { id: 'd1', text: 'Утвердить смету' },
    { id: 'd2', text: 'Построить склад' },
  ];
  const { person } = open({
    agenda: [{ id: 'a1', title: 'О смете', decisions }],
    tasks: [{ id: 't1', title: 'Построить склад', status: 'new', agenda_id: 'a1', decision_id: 'd2' }],
  });
  await person.click((await sheet()).getByText('Построить склад'));
  const rows = async () =>
    (await sheet()).getAllByRole('textbox', { name: /^Решение/ }).map((each) => each.closest('li') as HTMLElement);
  const hasChips = async () =>
    (await rows()).map((row) => within(row).queryByRole('button', { name: /^Кому поручено/ }) !== null);
  expect(await hasChips()).toEqual([false, true]);
  await person.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(screen.getByLabelText('Решение 1')).toHaveValue('Построить склад');
  expect(screen.getByLabelText('Решение 1')).toHaveFocus();
  expect(await hasChips()).toEqual([true, false]);
});

test('Tab at the start makes a sub-point, Enter continues with another, and an empty one ends them', async () => {
  const app = open();
  const { person } = app;
  await person.click((await sheet()).getByText('Утвердить смету'));
  await person.keyboard('{Enter}{Tab}Проверить цены{Enter}Найти подрядчика{Enter}{Enter}Отчитаться');
  const fields = () => screen.getAllByRole('textbox', { name: /^Решение/ });
  const names = () => fields().map((field) => field.getAttribute('aria-label'));
  expect(names()).toEqual(['Решение 1', 'Решение 1.1', 'Решение 1.2', 'Решение 2']);
  await person.keyboard('{Home}{Tab}');
  expect(names()).toEqual(['Решение 1', 'Решение 1.1', 'Решение 1.2', 'Решение 1.3']);
  expect(screen.getByLabelText('Решение 1.3')).toHaveFocus();
  await person.keyboard('{Backspace}');
  expect(names().at(-1)).toBe('Решение 2');
  const bar = within(screen.getByRole('toolbar', { name: 'Добавить в вопрос' }));
  await person.click(bar.getByRole('button', { name: 'Подпункт' }));
  expect(names().at(-1)).toBe('Решение 1.3');
  expect(screen.getByLabelText('Решение 1.3')).toHaveFocus();
  await person.keyboard('{Shift>}{Tab}{/Shift}');
  expect(names().at(-1)).toBe('Решение 2');
  // The bar keeps its buttons until the pointer is released: «Готово» would move away from under it.
  await person.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Готово' }) });
  expect(screen.getByLabelText('Решение 2')).not.toHaveFocus();
  expect(bar.getByRole('button', { name: 'Подпункт' })).toBeVisible();
  await person.pointer([{ target: document.body }, { keys: '[/MouseLeft]' }]);
  await waitFor(() => expect(bar.queryByRole('button', { name: 'Подпункт' })).toBeNull());
  await person.click(screen.getByLabelText('Решение 2'));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect((await sheet()).getByText('1.1.2.')).toBeVisible();
  await waitFor(() => expect(JSON.stringify(puts(app).at(-1))).toContain('"text":"Найти подрядчика","level":1'));
});
