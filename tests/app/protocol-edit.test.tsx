import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { editItem, open, type protocol, puts } from './support/open-protocol-edit.tsx';

afterEach(forgetWrites);

test('the head is edited in a form; only the changed fields are saved, with the version', async () => {
  const app = open();
  const { person } = app;
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  const form = await screen.findByRole('form', { name: 'Данные протокола' });
  const title = within(form).getByLabelText('Название');
  expect(title).toHaveFocus();
  await person.clear(title);
  await person.type(title, 'Совещание по смете');
  expect(within(form).getByRole('combobox', { name: 'Председательствующий' })).toHaveValue('Иванов Сергей Петрович');
  await person.click(within(form).getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Совещание по смете' })).toBeVisible();
  expect(await screen.findByText('Данные протокола сохранены')).toHaveAttribute('role', 'status');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Изменить данные' })).toHaveFocus());
  expect(puts(app)).toEqual([{ title: 'Совещание по смете', version: 3 }]);
});

test('an item is edited: докладчик, слушали, выступили, решили, голосовали; fields not in the form stay', async () => {
  const app = open();
  const { person } = app;
  await editItem(person, 1);
  const form = within(await screen.findByRole('form', { name: 'Вопрос 1' }));
  expect(await form.findByRole('combobox', { name: 'Докладчик' })).toHaveValue('Орлова Елена Викторовна');
  await person.type(form.getByLabelText('Выступили'), 'Ким поддержала.');
  await person.click(form.getByRole('button', { name: 'Добавить решение' }));
  expect(form.getByLabelText('Решение 2')).toHaveFocus();
  await person.keyboard('Отчитаться в марте');
  await person.type(await form.findByLabelText('За'), '6');
  await person.type(form.getByLabelText('Воздержались'), '1');
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  const agenda = await screen.findByRole('list', { name: 'Повестка дня' });
  await waitFor(() => expect(agenda).toHaveTextContent('1.2. Отчитаться в марте'));
  expect(agenda).toHaveTextContent('за — 6, воздержались — 1');
  expect(await screen.findByText('Вопрос сохранён')).toBeInTheDocument();
  await waitFor(() =>
    expect(puts(app).at(-1)).toMatchObject({
      agenda: [
        {
          id: 'a1',
          colour: 'red',
          speaker_id: 'u2',
          speaker_name: 'Орлова Елена Викторовна',
          discussion: 'Ким поддержала.',
          decisions: [{ id: 'd1', text: 'Утвердить смету', evidence: { start: 760 } }, { text: 'Отчитаться в марте' }],
          votes: { for: 6, against: null, abstained: 1 },
        },
        { id: 'a2' },
      ],
    }),
  );
});

test('a question can be added, moved and removed, and removal and move can be undone', async () => {
  const app = open();
  const { person } = app;
  const titles = () =>
    screen.getAllByRole('heading', { level: 2, name: /^\d\./ }).map(({ textContent }) => textContent);
  await person.click(await screen.findByRole('button', { name: 'Вопрос повестки' }));
  await person.click(await screen.findByRole('button', { name: 'Готово' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Вопрос')).toHaveAccessibleDescription('Поле обязательно для заполнения'),
  );
  await person.type(screen.getByLabelText('Вопрос'), 'Разное');
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(screen.queryByLabelText('Вопрос')).toBeNull());
  expect(await screen.findByRole('heading', { name: /3\.Разное/ })).toBeVisible();
  await editItem(person, 3, 'Выше');
  expect(await screen.findByText('Вопрос 3 теперь 2-й из 3')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('heading', { name: /2\.Разное/ })).toBeVisible();
  await editItem(person, 2, 'Удалить вопрос');
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Разное/ })).toBeNull());
  expect(screen.getAllByText('Вопрос 2 удалён')).not.toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'Отменить: вопрос 2 удалён' }));
  expect(await screen.findByRole('heading', { name: /2\.Разное/ })).toBeVisible();
  (document.activeElement as HTMLElement).blur();
  await person.keyboard('{Control>}z{/Control}');
  expect(await screen.findByRole('heading', { name: /3\.Разное/ })).toBeVisible();
  await person.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(await screen.findByRole('heading', { name: /2\.Разное/ })).toBeVisible();
  expect(titles()).toHaveLength(3);
  await waitFor(() =>
    expect((puts(app).at(-1) as typeof protocol).agenda.map(({ title }) => title)).toEqual([
      'О смете',
      'Разное',
      'О складе',
    ]),
  );
});

test('a question is moved by keys on its handle, and to an entered position; the focus follows', async () => {
  const { person } = open({
    agenda: ['О смете', 'О складе', 'О кадрах', 'О спорте'].map((title, index) => ({ id: `a${index}`, title })),
  });
  const handle = await screen.findByRole('button', { name: 'Переместить: вопрос 1' });
  handle.focus();
  await person.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(await screen.findByText('Вопрос 1 теперь 2-й из 4')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Переместить: вопрос 2' })).toHaveFocus());
  await person.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Переместить вопрос' });
  const place = within(dialog).getByLabelText('Каким по счёту поставить');
  await person.clear(place);
  await person.type(place, '5{Enter}');
  expect(place).toHaveAccessibleDescription(/Номер от 1 до 4/);
  await person.clear(place);
  await person.type(place, '4{Enter}');
  expect(await screen.findByRole('heading', { name: /4\.О смете/ })).toBeVisible();
});

test('typing in a question is saved automatically, and can be reverted and restored', async () => {
  const app = open();
  const { person } = app;
  await editItem(person, 2);
  await person.type(await screen.findByLabelText('Слушали'), 'Отчёт кладовщика');
  await waitFor(() =>
    expect((puts(app).at(-1) as typeof protocol).agenda[1]).toMatchObject({ listened: 'Отчёт кладовщика' }),
  );
  expect(await screen.findAllByText('Сохранено')).not.toHaveLength(0);
  expect(Object.keys(localStorage).filter((name) => name.startsWith('question-'))).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Вернуть как было' }));
  await waitFor(() => expect(screen.getByLabelText('Слушали')).toHaveValue(''));
  await waitFor(() => expect((puts(app).at(-1) as typeof protocol).agenda[1]).toEqual({ id: 'a2', title: 'О складе' }));
  await person.click(screen.getByRole('button', { name: 'Отменить: вопрос 2 возвращён к прежнему виду' }));
  await waitFor(() => expect(screen.getByLabelText('Слушали')).toHaveValue('Отчёт кладовщика'));
});

test('an invalid question says why it is not saved, stays on the device and is restored after a crash', async () => {
  const app = open();
  const { person } = app;
  await editItem(person, 2);
  await person.clear(await screen.findByLabelText('Вопрос'));
  await person.type(screen.getByLabelText('Выступили'), 'Ким: ничего не пропало');
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Вопрос')).toHaveAccessibleDescription('Поле обязательно для заполнения'),
  );
  expect(screen.getAllByText(/Не сохранено: исправьте отмеченное/)).not.toHaveLength(0);
  expect(puts(app)).toEqual([]);
  const kept = Object.entries(localStorage);
  cleanup();
  for (const [name, value] of kept) localStorage.setItem(name, value);
  const again = open();
  expect(await screen.findByLabelText('Выступили')).toHaveValue('Ким: ничего не пропало');
  expect(screen.getByLabelText('Вопрос')).toHaveValue('');
  await again.person.type(screen.getByLabelText('Вопрос'), 'О складе');
  await again.person.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() =>
    expect((puts(again).at(-1) as typeof protocol).agenda[1]).toMatchObject({ discussion: 'Ким: ничего не пропало' }),
  );
  expect(Object.keys(localStorage).filter((name) => name.startsWith('question-'))).toEqual([]);
});

test('a pasted table becomes text; pasted lines can be split into decisions; a removed decision can be restored', async () => {
  const app = open();
  const { person } = app;
  const points = () => (puts(app).at(-1) as { agenda: { decisions?: { text: string }[] }[] } | undefined)?.agenda[1];
  const texts = () => points()?.decisions?.map(({ text }) => text);
  await editItem(person, 2);
  const listened = await screen.findByLabelText('Слушали');
  const table = '<table><tr><td>Уголь</td><td>12</td></tr><tr><td>Соль</td><td>3</td></tr></table>';
  listened.focus();
  fireEvent.paste(listened, { clipboardData: { getData: (type: string) => (type === 'text/html' ? table : '') } });
  expect(listened).toHaveValue('Уголь\t12\nСоль\t3');
  await person.click(screen.getByRole('button', { name: 'Добавить решение' }));
  screen.getByLabelText('Решение 1').focus();
  await person.paste('1. Утвердить\n2. Проверить');
  await person.click(await screen.findByRole('button', { name: /^Разделить на 2\s*решения$/ }));
  await waitFor(() => expect(screen.getByLabelText('Решение 2')).toHaveValue('Проверить'));
  expect(screen.getByLabelText('Решение 1')).toHaveValue('Утвердить');
  await waitFor(() => expect(texts()).toEqual(['Утвердить', 'Проверить']));
  await person.click(screen.getByRole('button', { name: 'Убрать: решение 1' }));
  await waitFor(() => expect(texts()).toEqual(['Проверить']));
  await person.click(screen.getByRole('button', { name: /^Отменить: / }));
  await waitFor(() => expect(texts()).toEqual(['Утвердить', 'Проверить']));
  await waitFor(() => expect(screen.getByLabelText('Решение 1')).toHaveValue('Утвердить'));
  expect(screen.getByLabelText('Слушали')).toHaveValue('Уголь\t12\nСоль\t3');
});

test('a title that is too long is reported at its field, and saved once it is shorter', async () => {
  const app = open();
  const { person } = app;
  await editItem(person, 2);
  const title = await screen.findByLabelText('Вопрос');
  fireEvent.change(title, { target: { value: 'щ'.repeat(10_001) } });
  await waitFor(() => expect(title).toHaveAccessibleDescription('Не больше 10\u00A0000 символов'));
  expect(puts(app)).toEqual([]);
  fireEvent.change(title, { target: { value: '<b>О складе</b> 😀 تقرير' } });
  await waitFor(() => expect(puts(app).at(-1)).toMatchObject({ agenda: [{}, { title: '<b>О складе</b> 😀 تقرير' }] }));
  expect(title).not.toHaveAccessibleDescription();
});

test('a number that is taken is reported at its field', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  const message = 'Протокол с таким номером в этом году уже есть';
  await person.type(await screen.findByLabelText('Номер'), '0');
  server.answers['PUT /protocols/p1'] = () =>
    Response.json({ message, code: 'number_taken', errors: { number: [message] } }, { status: 409 });
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.getByLabelText('Номер')).toHaveAccessibleDescription(new RegExp(message)));
  expect(screen.getByLabelText('Номер')).toHaveValue('420');
});

test('leaving a form with unsaved input asks first', async () => {
  const { person, address } = open();
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  await person.type(await screen.findByLabelText('Место'), ', зал 2');
  await person.click(screen.getAllByRole('link', { name: 'Протоколы' })[0] as HTMLElement);
  const question = await screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(address()).toBe('/main/protocols/p1');
  expect(screen.getByLabelText('Место')).toHaveValue('Москва, зал 2');
  await person.click(screen.getByRole('button', { name: 'Отмена' }));
  await person.click(screen.getAllByRole('link', { name: 'Протоколы' })[0] as HTMLElement);
  await waitFor(() => expect(address()).toBe('/main/protocols'));
});

test('a final protocol is read-only', async () => {
  const { person } = open({
    stage: 'final',
    tasks: [{ id: 't1', status: 'new', title: 'Подготовить отчёт' }],
  });
  expect(await screen.findByRole('heading', { name: /1\.О смете/ })).toBeVisible();
  await person.click(screen.getByRole('tab', { name: /Участники/ }));
  for (const name of [/Изменить/, /Вопрос повестки/, /Действия/, /Удалить/, /Добавить/, /Убрать/, /Новое поручение/]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.getByRole('button', { name: 'Документы' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Другие действия' }));
  expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual(['Создать такой же…']);
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('tab', { name: /Поручения/ }));
  expect(screen.getByRole('combobox', { name: 'Статус: Подготовить отчёт' })).toBeEnabled();
});

test('the protocol is deleted after a confirmation, and the deletion can be undone from the list', async () => {
  const { person, address } = open({}, { 'DELETE /protocols/p1': () => new Response(null, { status: 204 }) });
  await person.click(await screen.findByRole('button', { name: 'Другие действия' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить протокол' }));
  await person.click(await screen.findByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(address()).toBe('/main/protocols'));
  expect(await screen.findByText('Протокол удалён')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(screen.queryByText('Протокол удалён')).toBeNull();
});
