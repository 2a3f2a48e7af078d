import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, ourHealth, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const capabilities = ['client-ids', 'idempotency', 'versions', 'member-kinds'];

type Row = { id: string; member_id?: string; name?: string; kind?: string; title?: string; status?: string };

/** Opens a protocol over a server that keeps tasks and members. */
function open(change: object = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  let members: Row[] = [{ id: 'm1', member_id: 'u1', name: 'Иванов Сергей Петрович', kind: 'present' }];
  let tasks: Row[] = [{ id: 't1', status: 'new', title: 'Подготовить отчёт' }];
  const users = [
    { id: 'u1', name: 'Иванов Сергей Петрович' },
    { id: 'u2', name: 'Орлова Елена Викторовна' },
  ];
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /protocols/p1': () =>
      Response.json({
        data: {
          id: 'p1',
          stage: 'success_video_process',
          title: 'Планёрка',
          version: 1,
          agenda: [{ id: 'a1', title: 'О смете' }],
          tasks,
          members,
          ...change,
        },
      }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf(users),
    'POST /protocols/p1/members': ({ body }) => {
      const row = body as Row;
      const name = users.find(({ id }) => id === row.member_id)?.name ?? '';
      members = [...members, { ...row, name }];
      return Response.json({ data: row }, { status: 201 });
    },
    'PUT /protocols/members/m1': ({ body }) => {
      members = members.map((row) => (row.id === 'm1' ? { ...row, ...(body as object) } : row));
      return Response.json({ data: members[0] });
    },
    'DELETE /protocols/members/m1': () => {
      members = members.filter(({ id }) => id !== 'm1');
      return new Response(null, { status: 204 });
    },
    'POST /protocols/p1/tasks': ({ body }) => {
      tasks = [...tasks, { status: 'new', ...(body as Row) }];
      return Response.json({ data: tasks.at(-1) }, { status: 201 });
    },
    'PUT /protocols/tasks/t1': ({ body }) => {
      tasks = tasks.map((task) => (task.id === 't1' ? { ...task, ...(body as object) } : task));
      return Response.json({ data: tasks[0] });
    },
    'DELETE /protocols/tasks/t1': () => {
      tasks = tasks.filter(({ id }) => id !== 't1');
      return new Response(null, { status: 204 });
    },
    ...answers,
  });
  return { server, ...openApp('/main/protocols/p1') };
}

type Person = ReturnType<typeof open>['person'];

async function openTab(person: Person, name: RegExp) {
  await person.click(await screen.findByRole('tab', { name }));
}

async function pick(person: Person, field: string, text: string) {
  await person.click(screen.getByRole('combobox', { name: field }));
  await person.keyboard(text);
  await person.click(await screen.findByRole('option', { name: new RegExp(text) }));
}

test('a member is added with a kind, the focus returns to the field', async () => {
  const { person, server } = open();
  await openTab(person, /Участники/);
  await person.click(screen.getByRole('combobox', { name: 'Добавить участника' }));
  await person.keyboard('{ArrowDown}');
  await screen.findByRole('option', { name: /Орлова/ });
  await person.click(screen.getByRole('option', { name: /Орлова/ }));
  await person.selectOptions(await screen.findByRole('combobox', { name: 'В качестве' }), 'Приглашён');
  await person.click(screen.getByRole('button', { name: 'Добавить' }));
  expect(await screen.findByText('Участник добавлен: Орлова Елена Викторовна')).toHaveAttribute('role', 'status');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Добавить участника' })).toHaveFocus());
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(within(await screen.findByRole('region', { name: 'Приглашённые' })).getByText(/Орлова/)).toBeVisible();
  const post = server.received.find(({ method }) => method === 'POST');
  expect(post?.body).toMatchObject({ member_id: 'u2', kind: 'invited' });
});

test('the kind of a member is changed in the row, by the keyboard; a refused change is reverted and says why', async () => {
  const { person, server } = open();
  await openTab(person, /Участники/);
  const button = () => screen.findByRole('button', { name: 'Изменить вид участия: Иванов Сергей Петрович' });
  (await button()).focus();
  await person.keyboard('{Enter}');
  const kinds = await screen.findAllByRole('menuitem');
  expect(kinds.map(({ textContent }) => textContent)).toEqual([
    'Председательствующий',
    'Секретарь',
    'Приглашён',
    'Отсутствует',
  ]);
  await person.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(within(await screen.findByRole('region', { name: 'Приглашённые' })).getByText(/Иванов/)).toBeVisible();
  expect(await screen.findByText('Иванов Сергей Петрович: приглашён')).toHaveAttribute('role', 'status');
  await waitFor(async () => expect(await button()).toHaveFocus());
  expect(server.received.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/protocols/members/m1',
    body: { kind: 'invited' },
  });
  server.answers['PUT /protocols/members/m1'] = () => refuse(409, 'final_read_only', 'Протокол уже итоговый');
  await person.click(await button());
  await person.click(await screen.findByRole('menuitem', { name: 'Отсутствует' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Вид участия не изменён. Протокол уже итоговый');
  expect(await screen.findByRole('region', { name: 'Приглашённые' })).toBeVisible();
});

test('offline a kind is changed at once and marked; it is sent when the connection returns', async () => {
  const { person, server } = open();
  await openTab(person, /Участники/);
  const change = await screen.findByRole('button', { name: /^Изменить вид участия/ });
  const put = server.answers['PUT /protocols/members/m1'];
  server.answers['PUT /protocols/members/m1'] = noConnection;
  await person.click(change);
  await person.click(await screen.findByRole('menuitem', { name: 'Председательствующий' }));
  const group = within(await screen.findByRole('region', { name: 'Председательствующий' }));
  expect(await group.findByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  expect(await screen.findByText('Председательствующий: Иванов С. П.')).toBeInTheDocument();
  if (put) server.answers['PUT /protocols/members/m1'] = put;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'ожидает отправки' })).toBeNull());
  expect(screen.getByRole('region', { name: 'Председательствующий' })).toHaveTextContent('Иванов Сергей Петрович');
});

test('an existing member is reported as one, and choosing another kind changes it', async () => {
  const { person, server } = open();
  await openTab(person, /Участники/);
  await screen.findByRole('button', { name: /^Изменить вид участия/ });
  await pick(person, 'Добавить участника', 'Иванов');
  const field = screen.getByRole('combobox', { name: 'Добавить участника' });
  const kind = screen.getByRole('combobox', { name: 'В качестве' });
  expect(kind).toHaveAccessibleDescription('Уже в списке: присутствует. Чтобы изменить это, выберите другое.');
  await person.click(screen.getByRole('button', { name: 'Добавить' }));
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/Уже в списке: присутствует/);
  await person.selectOptions(kind, 'Отсутствует');
  expect(field).toBeValid();
  await person.click(screen.getByRole('button', { name: 'Изменить вид участия' }));
  expect(await screen.findByText('Иванов Сергей Петрович: отсутствует')).toHaveAttribute('role', 'status');
  expect(await screen.findByRole('region', { name: 'Отсутствовали' })).toHaveTextContent('Иванов');
  const writes = server.received.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, body }) => [method, body])).toEqual([['PUT', { kind: 'absent' }]]);
});

test('an external person is added by a form of its own, with the typed name', async () => {
  const { person, server } = open(
    {},
    {
      'POST /users': ({ body }) =>
        (body as { email: string }).email.startsWith('taken')
          ? Response.json(
              {
                message: 'Занят',
                code: 'validation_failed',
                errors: { email: ['Пользователь с таким e-mail уже есть'] },
              },
              { status: 422 },
            )
          : Response.json({ data: { ...(body as object), id: 'u2' } }, { status: 201 }),
    },
  );
  await openTab(person, /Участники/);
  await person.click(screen.getByRole('combobox', { name: 'Добавить участника' }));
  await person.keyboard('Орлова Елена');
  await person.tab();
  await person.selectOptions(screen.getByRole('combobox', { name: 'В качестве' }), 'Приглашён');
  await person.click(screen.getByRole('button', { name: 'Добавить внешнего' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новый внешний участник' }));
  const name = dialog.getByRole('textbox', { name: 'Фамилия, имя, отчество' });
  expect(name).toHaveFocus();
  expect(name).toHaveValue('Орлова Елена');
  await person.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'taken@example.ru{Enter}');
  const email = dialog.getByRole('textbox', { name: 'E-mail' });
  await waitFor(() => expect(email).toHaveAccessibleDescription(/Пользователь с таким e-mail уже есть/));
  expect(server.received.some(({ path }) => path.endsWith('/members'))).toBe(false);
  await person.clear(email);
  await person.type(email, 'orlova@example.ru{Enter}');
  expect(await screen.findByText('Участник добавлен: Орлова Елена')).toHaveAttribute('role', 'status');
  expect(screen.queryByRole('dialog')).toBeNull();
  const made = server.received.filter(({ method, path }) => method === 'POST' && path !== '/logout');
  expect(made.map(({ path }) => path)).toEqual(['/users', '/users', '/protocols/p1/members']);
  expect(made[1]?.body).toMatchObject({ name: 'Орлова Елена', email: 'orlova@example.ru', role: 'external' });
  expect(made[2]?.body).toMatchObject({ member_id: 'u2', kind: 'invited' });
});

test('adding nobody is reported at the field, and so is a refusal', async () => {
  const { person } = open(
    {},
    { 'POST /protocols/p1/members': () => refuse(422, 'validation_failed', 'Он заблокирован') },
  );
  await openTab(person, /Участники/);
  await person.click(screen.getByRole('button', { name: 'Добавить' }));
  const field = screen.getByRole('combobox', { name: 'Добавить участника' });
  expect(field).toHaveAccessibleDescription(/Выберите человека из списка/);
  await pick(person, 'Добавить участника', 'Орлова');
  await person.click(screen.getByRole('button', { name: 'Добавить' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Он заблокирован/));
  expect(field).toHaveValue('Орлова Елена Викторовна');
});

test('a member is removed in the row, and restored', async () => {
  const { person, server } = open();
  await openTab(person, /Участники/);
  await person.click(screen.getByRole('button', { name: 'Убрать: Иванов Сергей Петрович' }));
  expect(await screen.findByText('Участников в этом протоколе нет.')).toBeVisible();
  await person.click(await screen.findByRole('button', { name: 'Вернуть' }));
  expect(await screen.findByRole('button', { name: 'Убрать: Иванов Сергей Петрович' })).toBeVisible();
  expect(await screen.findByText(/^Участник возвращён/)).toBeInTheDocument();
  const writes = server.received.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /protocols/members/m1',
    'POST /protocols/p1/members',
  ]);
});

test('a task is added with assignee and question; the form is then ready for the next', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  expect(await screen.findByLabelText('Что сделать')).toHaveFocus();
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Что сделать')).toHaveAccessibleDescription('Поле обязательно для заполнения'),
  );
  await person.type(await screen.findByLabelText('Что сделать'), 'Купить стол');
  await pick(person, 'Ответственный', 'Орлова');
  await person.selectOptions(screen.getByLabelText('Вопрос повестки'), '1. О смете');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  expect(await screen.findByText('Поручение добавлено: Купить стол')).toHaveAttribute('role', 'status');
  expect(screen.getByLabelText('Что сделать')).toHaveValue('');
  await waitFor(() => expect(screen.getByLabelText('Что сделать')).toHaveFocus());
  expect(await screen.findByRole('combobox', { name: 'Статус: Купить стол' })).toBeVisible();
  const post = server.received.find(({ method }) => method === 'POST');
  expect(post?.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Купить стол',
    assignee_id: 'u2',
    agenda_id: 'a1',
  });
});

test('a task is edited in place, and offline the edit is queued, shown and marked', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('button', { name: 'Действия: Подготовить отчёт' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить' }));
  const put = server.answers['PUT /protocols/tasks/t1'];
  for (const call of ['PUT /protocols/tasks/t1', 'GET /health']) server.answers[call] = noConnection;
  await person.type(await screen.findByLabelText('Что сделать'), ' к пятнице');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  const menu = await screen.findByRole('button', { name: 'Действия: Подготовить отчёт к пятнице' });
  await waitFor(() => expect(menu).toHaveFocus());
  expect(screen.getByText(/ожидает отправки$/, { selector: '[role=status]' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  if (put) server.answers['PUT /protocols/tasks/t1'] = put;
  server.answers['GET /health'] = ourHealth;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'ожидает отправки' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Действия: Подготовить отчёт к пятнице' })).toBe(menu);
});

test('an edit of a task sends only the changed fields', async () => {
  const due_at = '2031-03-10T20:59:00.000Z';
  const task = { id: 't1', status: 'new', title: 'Подготовить отчёт', assignee_id: 'u2', due_at, agenda_id: 'a1' };
  const { person, server } = open({ tasks: [task] });
  const edit = async (text: string) => {
    await person.click(await screen.findByRole('button', { name: 'Действия: Подготовить отчёт' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Изменить' }));
    await person.type(await screen.findByLabelText('Что сделать'), text);
    await person.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByRole('button', { name: /^Действия: Подготовить отчёт/ });
    return server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  };
  expect(await edit(' ')).toEqual([]);
  expect(await edit(' к пятнице')).toEqual([{ title: 'Подготовить отчёт к пятнице' }]);
});

test('the form of a refused edit of a task keeps the fields that it did not change', async () => {
  const task = { id: 't1', status: 'new', title: 'Подготовить отчёт', assignee_id: 'u2', agenda_id: 'a1' };
  const { person, server, router } = open({ tasks: [task] });
  await person.click(await screen.findByRole('button', { name: 'Действия: Подготовить отчёт' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить' }));
  for (const call of ['PUT /protocols/tasks/t1', 'GET /health']) server.answers[call] = noConnection;
  await person.selectOptions(await screen.findByLabelText('Вопрос повестки'), 'Не связано с вопросом');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  server.answers['PUT /protocols/tasks/t1'] = () => refuse(422, 'validation_failed', 'Проверьте поля');
  server.answers['GET /health'] = ourHealth;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  await act(() => router.navigate(`/main/protocols/p1?write=${outbox.list()[0]?.id}`));
  const kept = await screen.findByRole('region', { name: /^Поручение/ });
  expect(await within(kept).findByLabelText('Что сделать')).toHaveValue('Подготовить отчёт');
  expect(within(kept).getByRole('combobox', { name: 'Ответственный' })).toHaveDisplayValue('Пользователь u2');
  await person.type(within(kept).getByLabelText('Что сделать'), ' к пятнице');
  server.answers['PUT /protocols/tasks/t1'] = ({ body }) => Response.json({ data: { ...task, ...(body as object) } });
  await person.click(within(kept).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(server.received.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    title: 'Подготовить отчёт к пятнице',
    agenda_id: null,
  });
});

test('changes the status of a task, and removes a task', async () => {
  const { person, server } = open();
  await person.selectOptions(await screen.findByRole('combobox', { name: /^Статус/ }), 'В работе');
  expect(await screen.findByText('Подготовить отчёт: В работе')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Действия: Подготовить отчёт' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  expect(await screen.findByText('Поручений в этом протоколе нет.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Новое поручение' })).toHaveFocus());
  expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'in_progress' });
});

test('the summary has points whose moments play', async () => {
  const points = [{ text: 'Смету утвердили', evidence: { start: 760 } }, { text: 'Склад обсудят позже' }];
  const { person } = open(
    { video: { url: '/api/protocols/p1/video', duration: 900 } },
    {
      'GET /protocols/p1/summary': () =>
        Response.json({ data: { text: 'Коротко о главном', points, source: 'extract', version: 1 } }),
    },
  );
  await openTab(person, /Итоги/);
  const panel = within(screen.getByRole('tabpanel', { name: 'Итоги' }));
  expect(await panel.findByText('Коротко о главном')).toBeVisible();
  expect(panel.getByText('Склад обсудят позже')).toBeVisible();
  const player = screen.getByLabelText('Запись: Планёрка') as HTMLVideoElement;
  player.play = () => Promise.resolve();
  await person.click(panel.getByRole('button', { name: 'Показать запись с 12:40' }));
  expect(player.currentTime).toBe(760);
});

test('a provider without a summary shows a neutral message', async () => {
  const { person } = open({}, { 'GET /protocols/p1/summary': () => refuse(404, 'not_found', 'Нет') });
  await openTab(person, /Итоги/);
  expect(await screen.findByText('Итогов этой записи пока нет.')).toBeVisible();
});

test('before there is a recording no summary is asked for', async () => {
  const { server } = open({ stage: 'no_video' });
  await screen.findByRole('tab', { name: /Поручения/ });
  expect(screen.queryByRole('tab', { name: 'Итоги' })).toBeNull();
  expect(server.received.some(({ path }) => path.endsWith('/summary'))).toBe(false);
});

test('a refusal of a task is shown at the fields concerned', async () => {
  const { person } = open(
    {},
    {
      'POST /protocols/p1/tasks': () =>
        Response.json(
          {
            message: 'Проверьте поля',
            code: 'invalid',
            errors: { due_at: ['Срок уже прошёл'], assignee_id: ['Такого человека нет'] },
          },
          { status: 422 },
        ),
    },
  );
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Проверить смету');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  const form = screen.getByRole('form', { name: 'Новое поручение' });
  expect(await within(form).findByText('Срок уже прошёл')).toBeVisible();
  expect(within(form).getByRole('combobox', { name: 'Ответственный' })).toHaveAccessibleDescription(
    /Такого человека нет/,
  );
});
