import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, noLine, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

type Answers = Parameters<typeof fakeServer>[0];
type Person = ReturnType<typeof openApp>['person'];

const at = (day: number, hour: number, minute = 0) => new Date(2025, 2, day, hour, minute).toISOString();
const budget = {
  id: 'm1',
  title: 'Совещание по бюджету',
  place: 'Переговорная 4',
  start_at: at(20, 11),
  end_at: at(20, 12),
  participant_ids: ['u2'],
  files: [{ id: 'f1', name: 'Смета.csv', size: 2048, url: '/api/meetings/m1/files/f1?signature=s' }],
};

function open(answers: Answers = {}, address = '?view=list&date=2025-03-21') {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] }),
    'GET /meetings': () => Response.json({ data: [budget] }),
    'GET /users/u2': () => Response.json({ data: { id: 'u2', name: 'Орлова Елена Викторовна' } }),
    'GET /users': () => pageOf([]),
    ...answers,
  });
  return { server, ...openApp(`/main/meetings${address}`) };
}

const newForm = () => screen.findByRole('dialog', { name: 'Новая встреча' });
const file = (name: string, size = 4) => new File(['x'.repeat(size)], name, { type: 'text/plain' });

async function fillTitle(person: Person, title: string) {
  await person.type(await screen.findByRole('textbox', { name: 'Название' }), title);
}

function sent(server: ReturnType<typeof fakeServer>, method: string) {
  return server.received.filter((call) => call.method === method && call.path.startsWith('/meetings'));
}

test('the month is asked for by its days and shown by them, the view and the date are in the address', async () => {
  const { server, person, address } = open();
  const day = await screen.findByRole('list', { name: 'Четверг, 20 марта 2025 г.' });
  expect(within(day).getByText('11:00–12:00')).toBeVisible();
  expect(within(day).getByText('Переговорная 4')).toBeVisible();
  expect(Object.fromEntries(server.received.find(({ path }) => path === '/meetings')?.query ?? [])).toEqual({
    start_date_at: '2025-02-28',
    end_date_at: '2025-04-01',
  });
  await person.click(screen.getByRole('button', { name: 'Следующий месяц' }));
  expect(address()).toBe('/main/meetings?view=list&date=2025-04-21');
  expect(await screen.findByRole('heading', { name: 'Апрель 2025' })).toBeVisible();
  expect(await screen.findByText('В этом месяце встреч нет')).toBeVisible();
});

test('while it loads there is a spinner, a failure says so and is tried again', async () => {
  const asked = Promise.withResolvers<Response>();
  const { server, person } = open({ 'GET /meetings': () => asked.promise });
  await screen.findByRole('heading', { name: 'Встречи' });
  expect(await screen.findByRole('status', { name: 'Загрузка...' })).toBeVisible();
  asked.resolve(refuse(403, 'forbidden', 'Недостаточно прав'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Недостаточно прав');
  server.answers['GET /meetings'] = () => Response.json({ data: [budget] });
  await person.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
});

test('without a line what was read stays', async () => {
  const { server, person } = open();
  await screen.findByRole('link', { name: 'Совещание по бюджету' });
  server.answers['GET /health'] = noLine;
  server.answers['GET /meetings'] = noLine;
  await person.click(screen.getByRole('button', { name: 'Следующий месяц' }));
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Предыдущий месяц' }));
  expect(await screen.findByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
});

test('a meeting is shown whole, with its people, its files and the way to a protocol', async () => {
  const { person, address } = open();
  await person.click(await screen.findByRole('link', { name: 'Совещание по бюджету' }));
  const dialog = await screen.findByRole('dialog', { name: 'Совещание по бюджету' });
  expect(within(dialog).getByText('20 марта 2025 г., 11:00–12:00')).toBeVisible();
  expect(await within(dialog).findByText('Орлова Елена Викторовна')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'Смета.csv' })).toHaveAttribute('href', budget.files[0]?.url);
  expect(within(dialog).getByRole('link', { name: 'Создать протокол' })).toHaveAttribute(
    'href',
    '/main/protocols/add?meeting=m1',
  );
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(address()).toBe('/main/meetings?view=list&date=2025-03-21');
});

test('what is missing is said at its field, and nothing is sent', async () => {
  const { server, person } = open({}, '?view=list&date=2025-03-21&new=2025-03-21T10:00');
  const dialog = await newForm();
  const end = within(dialog).getByRole('group', { name: 'Окончание' });
  for (const name of [/день/, /месяц/, /год/, /час/, /минута/]) {
    await person.click(within(end).getByRole('spinbutton', { name }));
    await person.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  }
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  const title = within(dialog).getByRole('textbox', { name: 'Название' });
  await waitFor(() => expect(title).toHaveAccessibleDescription('Поле обязательно для заполнения'));
  expect(title).toHaveFocus();
  expect(end).toHaveAccessibleDescription(/Поле обязательно для заполнения/);
  expect(sent(server, 'POST')).toEqual([]);
});

test('the end follows the start; one before it is refused', async () => {
  const { server, person } = open({}, '?view=list&date=2025-03-21&new=2025-03-21T10:00/2025-03-21T10:30');
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  const start = within(dialog).getByRole('group', { name: 'Начало' });
  const end = within(dialog).getByRole('group', { name: 'Окончание' });
  await person.click(within(start).getByRole('spinbutton', { name: /час/ }));
  await person.keyboard('14');
  expect(end).toHaveTextContent(/21\.03\.2025, .?14:30/);
  await person.click(within(end).getByRole('spinbutton', { name: /час/ }));
  await person.keyboard('13');
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(end).toHaveAccessibleDescription(/Конец должен быть позже начала/));
  expect(sent(server, 'POST')).toEqual([]);
});

test('a meeting is created with a client’s id where the server takes it, and shown', async () => {
  const rows: object[] = [];
  const { server, person, address } = open(
    {
      'GET /meetings': () => Response.json({ data: rows }),
      'POST /meetings': ({ body }) => {
        rows.push(body as object);
        return Response.json({ data: body }, { status: 201 });
      },
    },
    '?view=list&date=2025-03-21&new=2025-04-03T10:00',
  );
  await fillTitle(person, 'Планёрка{Enter}');
  expect(await screen.findByText('Встреча создана')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Планёрка' })).toBeVisible();
  expect(address()).toBe('/main/meetings?view=list&date=2025-04-03');
  const [post] = sent(server, 'POST');
  expect(post?.body).toMatchObject({
    title: 'Планёрка',
    participant_ids: [],
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  const { start_at = '', end_at = '' } = (post?.body ?? {}) as { start_at?: string; end_at?: string };
  expect(start_at).toMatch(/^2025-04-03T10:00:00[+-]\d\d:\d\d$/);
  expect(Date.parse(end_at) - Date.parse(start_at)).toBe(3_600_000);
});

test('a refused field is told at it, the rest above, and the form keeps what was typed', async () => {
  const { server, person } = open(
    {
      'POST /meetings': () =>
        Response.json(
          { message: 'Проверьте поля', code: 'validation', errors: { link: ['Укажите ссылку вида https://…'] } },
          { status: 422 },
        ),
    },
    '?view=list&date=2025-03-21&new=1',
  );
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  await person.type(within(dialog).getByRole('textbox', { name: 'Ссылка' }), 'javascript:1');
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  const link = within(dialog).getByRole('textbox', { name: 'Ссылка' });
  await waitFor(() => expect(link).toHaveAccessibleDescription('Укажите ссылку вида https://…'));
  await waitFor(() => expect(link).toHaveFocus());
  server.answers['POST /meetings'] = () => refuse(409, 'conflict', 'Уже изменили');
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  expect(await within(dialog).findByText('Уже изменили')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: 'Название' })).toHaveValue('Планёрка');
});

test('without a line the form stays, and its repeat makes nothing twice', async () => {
  const { server, person } = open({ 'POST /meetings': noLine }, '?view=list&date=2025-03-21&new=1');
  const dialog = await newForm();
  await fillTitle(person, 'Планёрка');
  const keys: (string | null)[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (init?.method === 'POST') keys.push(new Headers(init.headers).get('Idempotency-Key'));
    return real(input, init);
  };
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  expect(await within(dialog).findByText(/Сервер не отвечает/)).toBeVisible();
  server.answers['POST /meetings'] = () => Response.json({ data: { id: 9, start_at: at(21, 10) } });
  await person.click(within(dialog).getByRole('button', { name: 'Создать встречу' }));
  expect(await screen.findByText('Встреча создана')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('new files go as form data by POST with _method=PUT, removed ones by their ids', async () => {
  const { server, person } = open(
    { 'POST /meetings/m1': () => Response.json({ data: budget }) },
    '?view=list&date=2025-03-21&meeting=m1&edit=1',
  );
  const dialog = await screen.findByRole('dialog', { name: 'Изменить встречу' });
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
  expect(form.get('title')).toBe('Совещание по бюджету');
  expect(form.getAll('remove_file_ids[]')).toEqual(['f1']);
  expect(form.getAll('participant_ids[]')).toEqual(['u2']);
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

test('what is typed is not left behind without a question, also by «back»', async () => {
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

test('a meeting is deleted after a question; a refusal is told there', async () => {
  let rows: object[] = [budget];
  const { server, person } = open({
    'GET /meetings': () => Response.json({ data: rows }),
    'DELETE /meetings/m1': () => refuse(403, 'forbidden', 'Недостаточно прав'),
  });
  await person.click(await screen.findByRole('link', { name: 'Совещание по бюджету' }));
  await person.click(await screen.findByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить встречу?' });
  await person.click(within(question).getByRole('button', { name: 'Удалить' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent('Недостаточно прав');
  server.answers['DELETE /meetings/m1'] = () => {
    rows = [];
    return new Response(null, { status: 204 });
  };
  await person.click(within(question).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('В этом месяце встреч нет')).toBeVisible();
  expect(screen.getByText('Встреча удалена')).toBeVisible();
});

test('a meeting that is not there is said to be gone', async () => {
  open({}, '?view=list&date=2025-03-21&meeting=other');
  expect(await screen.findByText(/Такой встречи здесь нет/)).toBeVisible();
});
