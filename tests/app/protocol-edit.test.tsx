import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/lib/outbox.ts';
import { fakeServer, noLine, ourHealth, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const protocol = {
  id: 'p1',
  stage: 'success_video_process',
  number: '42',
  title: 'Совещание по бюджету',
  held_at: '2026-11-20T10:00:00Z',
  place: 'Москва',
  version: 3,
  chairman_id: 'u1',
  agenda: [
    {
      id: 'a1',
      title: 'О смете',
      speaker_id: 'u2',
      speaker_name: 'Орлова Елена Викторовна',
      listened: 'Расходы растут.',
      decisions: [{ id: 'd1', text: 'Утвердить смету', evidence: { start: 760 } }],
      colour: 'red',
    },
    { id: 'a2', title: 'О складе' },
  ],
  tasks: [],
  members: [
    { id: 'm1', member_id: 'u1', name: 'Иванов Сергей Петрович' },
    { id: 'm2', member_id: 'u2', name: 'Орлова Елена Викторовна' },
  ],
};

/** A server that keeps what is put. */
function open(change: object = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  let now: Record<string, unknown> = { ...protocol, ...change };
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/p1': () => Response.json({ data: now }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([{ id: 'u3', name: 'Ким Дарья Андреевна' }]),
    'PUT /protocols/p1': ({ body }) => {
      now = { ...now, ...(body as object), version: Number(now.version) + 1 };
      return Response.json({ data: now });
    },
    ...answers,
  });
  const becomes = (next: object) => {
    now = { ...now, ...next };
  };
  return { server, becomes, ...openApp('/main/protocols/p1') };
}

const puts = ({ server }: Pick<ReturnType<typeof open>, 'server'>) =>
  server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);

async function editItem(person: ReturnType<typeof open>['person'], position: number, action = 'Изменить') {
  await person.click(await screen.findByRole('button', { name: `Действия: вопрос ${position}` }));
  await person.click(await screen.findByRole('menuitem', { name: action }));
}

test('the head is changed in a form; what was changed is saved with the version, and nothing else', async () => {
  const app = open();
  const { person } = app;
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  const form = screen.getByRole('form', { name: 'Данные протокола' });
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

test('an item is changed: докладчик, слушали, выступили, решили, голосовали; what the form does not show stays', async () => {
  const app = open();
  const { person } = app;
  await editItem(person, 1);
  const form = within(await screen.findByRole('form', { name: 'Вопрос 1' }));
  expect(form.getByRole('combobox', { name: 'Докладчик' })).toHaveValue('Орлова Елена Викторовна');
  await person.type(form.getByLabelText('Выступили'), 'Ким поддержала.');
  await person.click(form.getByRole('button', { name: 'Добавить решение' }));
  expect(form.getByLabelText('Решение 2')).toHaveFocus();
  await person.keyboard('Отчитаться в марте');
  await person.type(form.getByLabelText('За'), '6');
  await person.type(form.getByLabelText('Воздержались'), '1');
  await person.click(form.getByRole('button', { name: 'Готово' }));
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

test('a question is added, moved and removed, and each of it is taken back', async () => {
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

test('a question is moved by the keys on it, and to a place that is asked for; the focus goes along', async () => {
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

test('what is typed in a question is saved by itself, and is there as it was on a word', async () => {
  const app = open();
  const { person } = app;
  await editItem(person, 2);
  await person.type(await screen.findByLabelText('Слушали'), 'Отчёт кладовщика');
  await waitFor(() =>
    expect((puts(app).at(-1) as typeof protocol).agenda[1]).toMatchObject({ listened: 'Отчёт кладовщика' }),
  );
  expect(await screen.findAllByText('Сохранено')).not.toHaveLength(0);
  expect(Object.keys(localStorage).filter((name) => name.startsWith('question-draft'))).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Вернуть как было' }));
  await waitFor(() => expect(screen.getByLabelText('Слушали')).toHaveValue(''));
  await waitFor(() => expect((puts(app).at(-1) as typeof protocol).agenda[1]).toEqual({ id: 'a2', title: 'О складе' }));
  await person.click(screen.getByRole('button', { name: 'Отменить: вопрос 2 возвращён к прежнему виду' }));
  await waitFor(() => expect(screen.getByLabelText('Слушали')).toHaveValue('Отчёт кладовщика'));
});

test('what cannot be saved as it is says why, stays on the device and is there after a crash', async () => {
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
  expect(Object.keys(localStorage).filter((name) => name.startsWith('question-draft'))).toEqual([]);
});

test('a pasted table is readable text; pasted lines may become points; a point that was removed comes back', async () => {
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

test('a title that is too long says so at its field, and is saved once it is shorter', async () => {
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

/** What a server answers that counts versions. */
const conflict = (current: object) =>
  Response.json(
    { message: 'Протокол изменили в другом месте', code: 'version_conflict', data: current },
    { status: 409 },
  );

test('a conflict shows both versions part by part; what was chosen is saved, the rest is the server’s', async () => {
  const app = open();
  const { person, server, becomes } = app;
  await editItem(person, 1);
  const put = server.answers['PUT /protocols/p1'];
  const theirs = {
    ...protocol,
    version: 9,
    agenda: [
      { ...protocol.agenda[0], listened: 'Доходы растут.' },
      { id: 'a2', title: 'О складе и аренде' },
    ],
  };
  becomes(theirs);
  server.answers['PUT /protocols/p1'] = (call) =>
    (call.body as { version: number }).version < 9 ? conflict(theirs) : (put?.(call) as Response);
  await person.type(await screen.findByLabelText('Слушали'), ' Причина — аренда.');
  await person.type(screen.getByLabelText('Выступили'), 'Ким поддержала.');
  // Whoever writes on is not led away.
  expect(screen.getByLabelText('Выступили')).toHaveFocus();
  const choice = await screen.findByRole('region', { name: 'Протокол изменили в другом месте' });
  const listened = within(choice).getByRole('group', { name: 'Вопрос «О смете»: слушали' });
  expect(within(listened).getByRole('radio', { name: /^Моя версия/ })).toBeChecked();
  expect(listened).toHaveTextContent('Расходы растут. Причина — аренда.');
  expect(screen.getByLabelText('Слушали')).toHaveValue('Расходы растут. Причина — аренда.');
  await person.click(within(listened).getByRole('radio', { name: /На сервере.*Доходы растут/ }));
  await person.click(within(choice).getByRole('button', { name: 'Сохранить выбранное' }));
  await waitFor(() => expect(screen.getByLabelText('Слушали')).toHaveValue('Доходы растут.'));
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  const agenda = await screen.findByRole('list', { name: 'Повестка дня' });
  await waitFor(() => expect(agenda).toHaveTextContent('Ким поддержала.'));
  expect(agenda).toHaveTextContent('Доходы растут.');
  expect(agenda).toHaveTextContent('О складе и аренде');
  expect(await screen.findByText('Вопрос сохранён')).toBeInTheDocument();
  expect(puts(app).at(-1)).toMatchObject({ version: 9, agenda: [{ colour: 'red' }, { id: 'a2' }] });
});

test('where somebody wrote in another question meanwhile both stay, and nobody is asked', async () => {
  const app = open();
  const { person, server, becomes } = app;
  const put = server.answers['PUT /protocols/p1'];
  const theirs = { ...protocol, version: 9, agenda: [protocol.agenda[0], { id: 'a2', title: 'О складе и аренде' }] };
  await screen.findByRole('heading', { name: /2\.О складе/ });
  becomes(theirs);
  server.answers['PUT /protocols/p1'] = (call) =>
    (call.body as { version: number }).version < 9 ? conflict(theirs) : (put?.(call) as Response);
  await editItem(person, 2, 'Выше');
  expect(await screen.findByRole('heading', { name: /1\.О складе и аренде/ })).toBeVisible();
  await waitFor(() => expect(puts(app).at(-1)).toMatchObject({ version: 9, agenda: [{ id: 'a2' }, { id: 'a1' }] }));
  expect(screen.queryByText(/изменили в другом месте/)).toBeNull();
});

test('choosing the server’s version everywhere is asked about before the own words are let go', async () => {
  const { person, server, becomes } = open();
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  await person.type(screen.getByLabelText('Место'), ', зал 2');
  const theirs = { ...protocol, version: 9, place: 'Казань' };
  becomes(theirs);
  server.answers['PUT /protocols/p1'] = () => conflict(theirs);
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await person.click(await screen.findByRole('radio', { name: /На сервере.*Казань/ }));
  await person.click(screen.getByRole('button', { name: 'Сохранить выбранное' }));
  const question = await screen.findByRole('alertdialog', { name: 'Отказаться от своих изменений?' });
  await person.click(within(question).getByRole('button', { name: 'Вернуться к выбору' }));
  expect(screen.getByLabelText('Место')).toHaveValue('Москва, зал 2');
  await person.click(screen.getByRole('button', { name: 'Сохранить выбранное' }));
  await person.click(await screen.findByRole('button', { name: 'Отказаться' }));
  expect(await screen.findByText('Казань')).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Данные протокола' })).toBeNull();
});

test('without a line the change is kept, shown and marked; it arrives once when the line returns', async () => {
  const app = open();
  const { person, server } = app;
  const put = server.answers['PUT /protocols/p1'];
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  await person.type(screen.getByLabelText('Место'), ', зал 2');
  for (const call of ['PUT /protocols/p1', 'GET /protocols/p1', 'GET /health']) server.answers[call] = noLine;
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Сохранено на устройстве, ожидает отправки')).toBeInTheDocument();
  expect(screen.getByText('Москва, зал 2')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Завершить' }));
  expect(await screen.findByText(/Завершить протокол можно только с подключением/)).toBeVisible();
  server.answers['PUT /protocols/p1'] = put as () => Response;
  server.answers['GET /health'] = ourHealth;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'ожидает отправки' })).toBeNull());
  expect(screen.getByText('Москва, зал 2')).toBeVisible();
  expect(puts(app).at(-1)).toEqual({ place: 'Москва, зал 2', version: 3 });
});

test('a number that is taken is told at the number', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  const message = 'Протокол с таким номером в этом году уже есть';
  await person.type(screen.getByLabelText('Номер'), '0');
  server.answers['PUT /protocols/p1'] = () =>
    Response.json({ message, code: 'number_taken', errors: { number: [message] } }, { status: 409 });
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.getByLabelText('Номер')).toHaveAccessibleDescription(new RegExp(message)));
  expect(screen.getByLabelText('Номер')).toHaveValue('420');
});

test('a form with something typed is not left without a question', async () => {
  const { person, address } = open();
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  await person.type(screen.getByLabelText('Место'), ', зал 2');
  await person.click(screen.getAllByRole('link', { name: 'Протоколы' })[0] as HTMLElement);
  const question = await screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(address()).toBe('/main/protocols/p1');
  expect(screen.getByLabelText('Место')).toHaveValue('Москва, зал 2');
  await person.click(screen.getByRole('button', { name: 'Отмена' }));
  await person.click(screen.getAllByRole('link', { name: 'Протоколы' })[0] as HTMLElement);
  await waitFor(() => expect(address()).toBe('/main/protocols'));
});

test('a final protocol is only read', async () => {
  const { person } = open({
    stage: 'final',
    tasks: [{ id: 't1', status: 'new', title: 'Подготовить отчёт' }],
  });
  expect(await screen.findByRole('heading', { name: /1\.О смете/ })).toBeVisible();
  await person.click(screen.getByRole('tab', { name: /Участники/ }));
  for (const name of [
    /Изменить/,
    /Вопрос повестки/,
    /Действия/,
    /Удалить/,
    /Добавить/,
    /Убрать/,
    /Новое поручение/,
    /Другие действия/,
  ]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.getByRole('button', { name: 'PDF' })).toBeVisible();
  await person.click(screen.getByRole('tab', { name: /Поручения/ }));
  expect(screen.getByRole('combobox', { name: 'Статус: Подготовить отчёт' })).toBeEnabled();
});

test('the protocol is deleted after a question, and the list is there, where it can be brought back', async () => {
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
