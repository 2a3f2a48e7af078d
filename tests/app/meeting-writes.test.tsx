import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { endUndo } from './support/end-undo.ts';
import { pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import {
  budget,
  editForm,
  file,
  fillTitle,
  findLine,
  loseLine,
  newForm,
  open,
  sent,
  typeDay,
} from './support/open-meetings.tsx';

afterEach(forgetWrites);

test('a meeting made offline is there at once, marked, and is sent with its file when the connection is back', async () => {
  const rows: object[] = [];
  const { server, person } = open({ 'GET /meetings': () => Response.json({ data: rows }) });
  await screen.findByText('В этом месяце встреч нет');
  await loseLine(server);
  await person.click(screen.getByRole('link', { name: 'Новая встреча' }));
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  await typeDay(person, within(dialog).getByRole('group', { name: 'Начало' }), '240320251000');
  await person.upload(within(dialog).getByLabelText('Файлы', { selector: 'input' }), file('план.txt'));
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  expect(await screen.findByText('Встреча создана')).toBeVisible();
  expect(screen.getByText(/Сохранено на устройстве, ожидает отправки$/)).toBeVisible();
  const list = await screen.findByRole('list', { name: 'Понедельник, 24 марта 2025 г.' });
  expect(within(list).getByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  await person.click(within(list).getByRole('link', { name: 'Планёрка' }));
  const details = await screen.findByRole('dialog', { name: 'Планёрка' });
  expect(within(details).getByRole('list', { name: 'Файлы встречи' })).toHaveTextContent(/план\.txt.*ожидает отправки/);
  await person.keyboard('{Escape}');
  expect(sent(server, 'POST')).toEqual([]);

  server.answers['POST /meetings'] = ({ body }) => {
    const form = body as FormData;
    rows.push({
      ...{ id: form.get('id'), title: form.get('title'), start_at: form.get('start_at'), end_at: form.get('end_at') },
      files: [{ id: 'f9', name: 'план.txt', size: 4, url: '/f9' }],
    });
    return Response.json({ data: rows[0] }, { status: 201 });
  };
  findLine(server);
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(screen.queryByRole('button', { name: 'ожидает отправки' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'Планёрка' })).toHaveLength(1);
  const form = sent(server, 'POST')[0]?.body as FormData;
  expect(form.getAll('files[]').map((each) => (each as File).name)).toEqual(['план.txt']);
});

test.each([
  ['pressed', false],
  // Assistive technology presses a button without moving the focus.
  ['pressed while its list is open', true],
])('a name typed and not chosen is not lost with the form: it is led to (%s)', async (_how, isOpen) => {
  const people = [
    { id: 'u2', name: 'Иванов Сергей Петрович' },
    { id: 'u3', name: 'Иванова Анна Львовна' },
  ];
  const { server, person } = open({
    'GET /users': () => pageOf(people),
    'POST /meetings': ({ body }) => Response.json({ data: body }, { status: 201 }),
  });
  await person.click(await screen.findByRole('link', { name: 'Новая встреча' }));
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  const field = within(dialog).getByRole('combobox', { name: 'Участники' });
  await person.type(field, 'Иванов');
  if (isOpen) {
    await screen.findByRole('option', { name: /Иванова/ });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Создать встречу', hidden: true }));
  } else {
    await person.tab();
    await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  }
  expect(field).toHaveFocus();
  expect(dialog).toBeVisible();
  await person.keyboard('{ArrowDown}');
  await person.click(await screen.findByRole('option', { name: /Иванова/ }));
  await person.tab();
  await within(dialog).findByRole('row', { name: /Иванова/ });
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(sent(server, 'POST')).not.toEqual([]));
  expect(sent(server, 'POST').map(({ body }) => body)).toEqual([
    expect.objectContaining({ title: 'Планёрка', participant_ids: ['u3'] }),
  ]);
});

test('Ctrl+Enter pressed twice sends a new meeting once', async () => {
  const answer = Promise.withResolvers<void>();
  const { server, person } = open(
    {
      'POST /meetings': async ({ body }) => {
        await answer.promise;
        return Response.json({ data: body }, { status: 201 });
      },
    },
    '?view=list&new=2025-03-20T11:00',
  );
  await newForm();
  await fillTitle(person, 'Планёрка');
  const title = screen.getByRole('textbox', { name: 'Название' });
  for (const _press of ['first', 'second']) fireEvent.keyDown(title, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
  fireEvent.keyDown(title, { key: 'Enter', ctrlKey: true });
  answer.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(sent(server, 'POST')).toHaveLength(1);
});

test('a protocol of an unsent meeting waits for it and is sent with the id that the provider assigns', async () => {
  const { server, person } = open({ 'GET /meetings': () => Response.json({ data: [] }) });
  await screen.findByText('В этом месяце встреч нет');
  await loseLine(server);
  await person.click(screen.getByRole('link', { name: 'Новая встреча' }));
  await fillTitle(person, 'Планёрка{Enter}');
  await waitFor(() => expect(outbox.list()).toHaveLength(1));
  const [meeting] = outbox.list();
  const protocol = {
    ...{ kind: 'protocol.create', scope: 'protocol:p1', subject: 'p1', creates: 'p1', title: 'Новый протокол' },
    variables: { id: 'p1', fields: { title: 'Протокол', meeting_id: meeting?.subject }, people: [], createdAt: '' },
    request: { method: 'POST' as const, path: '/protocols', body: { id: 'p1', meeting_id: meeting?.subject } },
  };
  await outbox.sendFromForm(protocol);
  server.answers['POST /meetings'] = () => refuse(403, 'forbidden', 'Недостаточно прав');
  server.answers['POST /protocols'] = ({ body }) => Response.json({ data: { stage: 'no_video', ...(body as object) } });
  findLine(server);
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  expect(server.received.filter(({ path }) => path === '/protocols')).toEqual([]);
  server.answers['POST /meetings'] = ({ body }) => Response.json({ data: body }, { status: 201 });
  await outbox.retry(outbox.list()[0]?.id ?? '');
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const posts = server.received.filter(({ method, path }) => method === 'POST' && path !== '/log');
  expect(posts.map(({ path }) => path)).toEqual(['/meetings', '/meetings', '/protocols']);
});

test('a meeting refused later opens with all that was typed and the reason; saving sends it again', async () => {
  const { server, person, router } = open({ 'GET /meetings': () => Response.json({ data: [] }) });
  await screen.findByText('В этом месяце встреч нет');
  await loseLine(server);
  await person.click(screen.getByRole('link', { name: 'Новая встреча' }));
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  await person.type(within(dialog).getByRole('textbox', { name: 'Ссылка' }), 'javascript:1');
  await person.upload(within(dialog).getByLabelText('Файлы', { selector: 'input' }), file('план.txt'));
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  await screen.findByText('Встреча создана');
  server.answers['POST /meetings'] = () =>
    Response.json(
      { message: 'Проверьте поля', code: 'validation', errors: { link: ['Укажите ссылку вида https://…'] } },
      { status: 422 },
    );
  findLine(server);
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));

  await act(() => router.navigate(`/main/meetings?write=${outbox.list()[0]?.id}`));
  const again = await newForm();
  const link = within(again).getByRole('textbox', { name: 'Ссылка' });
  await waitFor(() => expect(link).toHaveAccessibleDescription('Укажите ссылку вида https://…'));
  expect(within(again).getByRole('textbox', { name: 'Название' })).toHaveValue('Планёрка');
  expect(within(again).getByText('план.txt')).toBeVisible();
  await person.click(within(again).getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(outbox.list()).toHaveLength(1);

  await act(() => router.navigate(`/main/meetings?write=${outbox.list()[0]?.id}`));
  await newForm();
  await person.clear(await screen.findByRole('textbox', { name: 'Ссылка' }));
  server.answers['POST /meetings'] = () => Response.json({ data: { id: 'm5' } }, { status: 201 });
  await person.click(screen.getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const form = sent(server, 'POST').at(-1)?.body as FormData;
  expect([form.get('title'), form.get('link'), (form.get('files[]') as File).name]).toEqual([
    'Планёрка',
    null,
    'план.txt',
  ]);
});

test('an edit sends only the changed fields: what somebody else wrote meanwhile stays', async () => {
  const { server, person } = open({ 'PUT /meetings/m1': () => Response.json({ data: budget }) });
  const edit = async () => {
    await person.click(await screen.findByRole('link', { name: 'Совещание по бюджету' }));
    await person.click(await screen.findByRole('button', { name: 'Изменить' }));
    return editForm();
  };
  const save = async () => {
    await person.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  await edit();
  await save();
  expect(sent(server, 'PUT')).toEqual([]);
  const form = await edit();
  await person.type(within(form).getByRole('textbox', { name: 'Место' }), ', этаж 2');
  await loseLine(server);
  await save();
  findLine(server);
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(sent(server, 'PUT').map(({ body }) => body)).toEqual([{ place: 'Переговорная 4, этаж 2' }]);
});

test('unsaved input stays when an earlier change is refused meanwhile', async () => {
  const { server, person } = open();
  const edit = async (text: string) => {
    await person.click(await screen.findByRole('link', { name: /^Совещание/ }));
    await person.click(await screen.findByRole('button', { name: 'Изменить' }));
    const field = await screen.findByRole('textbox', { name: 'Место' });
    await person.type(field, text);
    return field;
  };
  await screen.findByRole('link', { name: /^Совещание/ });
  await loseLine(server);
  await edit(', этаж 2');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const field = await edit(', вход со двора');
  server.answers['PUT /meetings/m1'] = () => refuse(403, 'forbidden', 'Недостаточно прав');
  findLine(server);
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  expect(field).toBeVisible();
  expect(field).toHaveValue('Переговорная 4, этаж 2, вход со двора');
});

test('the form of a refused mutation that another tab sent again stays open and then changes the meeting', async () => {
  const { server, person, router } = open({ 'GET /meetings': () => Response.json({ data: [] }) });
  await screen.findByText('В этом месяце встреч нет');
  await loseLine(server);
  await person.click(screen.getByRole('link', { name: 'Новая встреча' }));
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  await person.upload(within(dialog).getByLabelText('Файлы', { selector: 'input' }), file('план.txt'));
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  await screen.findByText('Встреча создана');
  server.answers['POST /meetings'] = () => refuse(403, 'forbidden', 'Недостаточно прав');
  findLine(server);
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  await person.click(screen.getByRole('link', { name: 'Планёрка' }));
  expect(await screen.findByRole('list', { name: 'Файлы встречи' })).toHaveTextContent(/план\.txt.*не отправлено/);
  const [row] = outbox.list();
  await act(() => router.navigate(`/main/meetings?write=${row?.id}`));
  await newForm();
  await person.type(screen.getByRole('textbox', { name: 'Место' }), 'Зал');
  const made = { id: row?.subject };
  server.answers['POST /meetings'] = () => Response.json({ data: made }, { status: 201 });
  await outbox.retry(row?.id ?? '');
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(screen.getByRole('textbox', { name: 'Место' })).toHaveValue('Зал');
  server.answers[`PUT /meetings/${made.id}`] = () => Response.json({ data: made });
  await person.click(screen.getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(sent(server, 'PUT').map(({ body }) => body)).toEqual([{ place: 'Зал' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('new files go as form data by POST with _method=PUT, removed ones by their ids', async () => {
  const { server, person } = open(
    { 'POST /meetings/m1': () => Response.json({ data: budget }) },
    '?view=list&date=2025-03-21&meeting=m1&edit=1',
  );
  const dialog = await editForm();
  expect(await within(dialog).findByText('Орлова Елена Викторовна')).toBeVisible();
  await person.click(within(dialog).getByRole('button', { name: 'Убрать: Смета.csv' }));
  expect(within(dialog).getByRole('button', { name: 'Вернуть: Смета.csv' })).toBeVisible();
  await person.upload(within(dialog).getByLabelText('Файлы', { selector: 'input' }), [
    file('план.txt'),
    file('пустой.txt', 0),
  ]);
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Файл «пустой.txt» пустой.');
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Встреча сохранена')).toBeVisible();
  const form = sent(server, 'POST')[0]?.body as FormData;
  expect(form.get('_method')).toBe('PUT');
  expect(form.getAll('remove_file_ids[]')).toEqual(['f1']);
  expect([form.get('title'), form.getAll('participant_ids[]')]).toEqual([null, []]);
  expect(form.getAll('files[]').map((each) => (each as File).name)).toEqual(['план.txt']);
});

test('a file that the server refuses is named at the files', async () => {
  const { person } = open(
    {
      'POST /meetings': () =>
        Response.json(
          { message: 'Проверьте поля', code: 'validation', errors: { files: ['Файл «virus.exe» не принимается'] } },
          { status: 422 },
        ),
    },
    '?view=list&date=2025-03-21&new=1',
  );
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  await person.upload(within(dialog).getByLabelText('Файлы', { selector: 'input' }), file('virus.exe'));
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Файл «virus.exe» не принимается');
});

test('closing a form with unsaved input asks first, also by «back»', async () => {
  const { person, router, address } = open();
  await person.click(await screen.findByRole('link', { name: 'Новая встреча' }));
  await newForm();
  await fillTitle(person, 'Планёрка');
  await act(() => router.navigate(-1));
  const question = await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Вернуться к встрече' }));
  expect(await screen.findByRole('textbox', { name: 'Название' })).toHaveValue('Планёрка');
  await person.click(screen.getByRole('button', { name: 'Отмена' }));
  const again = await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' });
  await person.click(within(again).getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(address()).toBe('/main/meetings?view=list&date=2025-03-21'));
});

test('a meeting is deleted at once; if refused, it reappears and the reason is in the queue', async () => {
  let rows: object[] = [budget];
  const { server, person } = open({
    'GET /meetings': () => Response.json({ data: rows }),
    'DELETE /meetings/m1': () => refuse(403, 'forbidden', 'Недостаточно прав'),
  });
  await person.click(await screen.findByRole('link', { name: 'Совещание по бюджету' }));
  await person.click(await screen.findByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  expect(await screen.findByText('Встреча удалена')).toBeVisible();
  expect(await screen.findByText('В этом месяце встреч нет')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Новая встреча' })).toHaveFocus());
  await endUndo();
  expect(await screen.findByRole('button', { name: 'не отправлено' })).toBeVisible();
  expect(outbox.list()).toMatchObject([{ fault: { message: 'Недостаточно прав' } }]);
  server.answers['DELETE /meetings/m1'] = () => {
    rows = [];
    return new Response(null, { status: 204 });
  };
  await person.click(await screen.findByRole('link', { name: 'Совещание по бюджету' }));
  await person.click(await screen.findByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  await screen.findByText('Встреча удалена');
  await endUndo();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(await screen.findByText('В этом месяце встреч нет')).toBeVisible();
});

test.each([
  [['u2'], ['Орлова Елена Викторовна']],
  [
    ['u2', 'u3'],
    ['Орлова Елена Викторовна', 'и ещё 1 участник, имени которого на устройстве нет'],
  ],
  [
    ['u3', 'u2', 'u4', 'u5'],
    ['Орлова Елена Викторовна', 'и ещё 3 участника, имён которых на устройстве нет'],
  ],
  [['u3'], ['1 участник, имени на устройстве нет']],
  [['u3', 'u4', 'u5', 'u6', 'u8'], ['5 участников, имён на устройстве нет']],
])('offline, participants whose names are not cached are counted: %j', async (participant_ids, words) => {
  const meetings = [budget, { ...budget, id: 'm2', title: 'Планёрка', files: [], participant_ids }];
  const { server, person } = open({ 'GET /meetings': () => Response.json({ data: meetings }) });
  await person.click(await screen.findByRole('link', { name: 'Совещание по бюджету' }));
  await screen.findByText('Орлова Елена Викторовна');
  await person.click(screen.getByRole('button', { name: 'Закрыть' }));
  await loseLine(server);
  await person.click(await screen.findByRole('link', { name: 'Планёрка' }));
  const dialog = await screen.findByRole('dialog', { name: 'Планёрка' });
  await waitFor(() => {
    const shown = within(dialog).getAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))).toEqual(words);
  });
});

test('a meeting that does not exist is reported as missing', async () => {
  open({}, '?view=list&date=2025-03-21&meeting=other');
  expect(await screen.findByText(/Такой встречи здесь нет/)).toBeVisible();
});
