import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { picture } from '#tests/support/picture.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const orlova = {
  id: 'u1',
  name: 'Орлова Елена Викторовна',
  email: 'orlova@example.ru',
  role: 'secretary',
  position: 'секретарь',
  organization: 'АО «Север»',
  phone: '+7 900 000-00-01',
  is_blocked: false,
  manager_id: null,
  avatar_url: null,
};
const guest = {
  ...orlova,
  id: 'u2',
  name: 'Гость Иван',
  email: 'guest@example.ru',
  role: 'external',
  is_blocked: true,
};
const me = { ...orlova, id: '7', name: 'Соколов Андрей', email: 'me@example.ru', role: 'admin' };
const ours = { status: 'ok', capabilities: ['client-ids'] };

beforeEach(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});

interface Options {
  role?: string;
  rows?: object[];
  answers?: Parameters<typeof fakeServer>[0];
  query?: string;
}

function open({ role = 'admin', rows = [orlova, guest, me], answers = {}, query = '' }: Options = {}) {
  signInAs(role);
  const server = fakeServer({
    'GET /health': () => Response.json(ours),
    'GET /users': () => pageOf(rows, Math.max(rows.length, 40)),
    ...answers,
  });
  const sent = (method: string, path: string) =>
    server.received.find((call) => call.method === method && call.path === path);
  return { server, sent, ...openApp(`/main/settings/users${query}`) };
}

const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const dialog = (name?: string) => screen.findByRole('dialog', name ? { name } : {});
const photo = (size = 100) => new File([picture(size)], 'я.png', { type: 'image/png' });

test('each row shows initials, e-mail, the role in words and whether the person is blocked', async () => {
  open();
  const row = await rowOf(/Гость Иван/);
  for (const words of ['ГИ', 'guest@example.ru', 'Внешний участник', 'Доступ закрыт']) {
    expect(within(row).getByText(words)).toBeVisible();
  }
  expect(within(await rowOf(/Орлова/)).queryByText('Доступ закрыт')).toBeNull();
  expect(within(await rowOf(/Соколов/)).getByText('это вы')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Пользователи' }).parentElement).toHaveTextContent('40');
});

test('an administrator sees the manager of a secretary, also one on another page', async () => {
  const { server } = open({
    rows: [{ ...orlova, manager_id: 'm1' }, guest, me],
    answers: { 'GET /users/m1': () => Response.json({ data: { id: 'm1', name: 'Белова Ирина Михайловна' } }) },
  });
  const words = await within(await rowOf(/Орлова/)).findByText(/^руководитель:/);
  expect(words).toHaveTextContent('руководитель: Белова И. М.');
  expect(screen.getAllByText(/^руководитель:/)).toHaveLength(1);
  expect(server.received.filter(({ path }) => path === '/users/m1')).toHaveLength(1);
});

test('page, search and the filter for blocked people are sent to the server and are in the address', async () => {
  const { server, person, address } = open({ query: '?page=2' });
  await rowOf(/Орлова/);
  const last = () => Object.fromEntries(server.received.findLast(({ path }) => path === '/users')?.query ?? []);
  expect(last()).toEqual({ limit: '15', page: '2' });
  await person.click(screen.getByRole('checkbox', { name: 'Показать заблокированных' }));
  await waitFor(() => expect(last()).toEqual({ limit: '15', page: '1', with_blocked: '1' }));
  await person.type(screen.getByRole('searchbox', { name: 'Поиск пользователей' }), 'орл{Enter}');
  await waitFor(() => expect(last()).toEqual({ limit: '15', page: '1', with_blocked: '1', search: 'орл' }));
  expect(address()).toBe(`/main/settings/users?search=${encodeURIComponent('орл')}&with_blocked=1`);
  expect(await screen.findByRole('link', { name: 'Страница 2' })).toHaveAttribute(
    'href',
    expect.stringContaining('page=2&search='),
  );
});

test('an administrator adds a secretary with a manager; without a password an invitation is sent', async () => {
  const boss = { id: 'm1', name: 'Белова Ирина', role: 'manager' };
  const { person, sent } = open({
    answers: {
      'GET /users': ({ query }) => pageOf(query.get('limit') === '20' ? [boss, orlova] : [orlova]),
      'POST /users': ({ body }) => Response.json({ data: body }, { status: 201 }),
    },
  });
  const add = await screen.findByRole('button', { name: 'Добавить пользователя' });
  await person.click(add);
  const form = within(await dialog('Новый пользователь'));
  await waitFor(() => expect(form.getByLabelText('Фамилия, имя, отчество')).toHaveFocus());
  await person.keyboard(' Ким Дмитрий ');
  await person.type(await form.findByLabelText('E-mail'), 'kim@example.ru');
  expect(form.getByLabelText('Роль')).toHaveValue('secretary');
  await person.click(form.getByRole('combobox', { name: 'Руководитель' }));
  await person.keyboard('{ArrowDown}');
  // Only people who can be a manager are offered.
  expect(await screen.findByRole('option', { name: 'Белова Ирина' })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Орлова/ })).toBeNull();
  await person.click(screen.getByRole('option', { name: 'Белова Ирина' }));
  expect(form.getByLabelText('Пароль (необязательно)')).toHaveAccessibleDescription(
    'Без пароля отправим приглашение на почту',
  );
  await person.click(form.getByRole('button', { name: 'Добавить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('POST', '/users')?.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Ким Дмитрий',
    email: 'kim@example.ru',
    role: 'secretary',
    manager_id: 'm1',
  });
  expect(await screen.findByText('Приглашение отправлено на kim@example.ru')).toBeVisible();
  await waitFor(() => expect(add).toHaveFocus());
});

test('choosing a manager or a role says what access that gives', async () => {
  const { person } = open({
    answers: {
      'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'reading', 'participation'] }),
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Добавить пользователя' }));
  const form = within(await dialog('Новый пользователь'));
  const manager = await form.findByRole('combobox', { name: 'Руководитель' });
  await waitFor(() =>
    expect(manager).toHaveAccessibleDescription(
      'Читает протоколы этого секретаря, черновики тоже, с расшифровками и записями; видит его встречи, поручения и показатели',
    ),
  );
  for (const [role, words] of [
    ['manager', 'Читает протоколы, черновики и записи своих секретарей, видит их встречи, поручения и показатели'],
    ['external', 'Видит свои поручения и встречи, подписанные протоколы и выписки, которые его касаются'],
  ] as const) {
    await person.selectOptions(form.getByLabelText('Роль'), role);
    expect(form.getByLabelText('Роль')).toHaveAccessibleDescription(words);
  }
});

test('invalid values are reported at their fields before anything is sent', async () => {
  const { person, sent } = open();
  await person.click(await screen.findByRole('button', { name: 'Добавить пользователя' }));
  const form = within(await dialog());
  await person.type(form.getByLabelText('E-mail'), 'kim');
  await person.type(form.getByLabelText('Пароль (необязательно)'), '12345');
  await person.click(form.getByRole('button', { name: 'Добавить' }));
  expect(await form.findByText('Неверный формат e-mail')).toBeVisible();
  expect(form.getByLabelText('Фамилия, имя, отчество')).toHaveAccessibleDescription('Поле обязательно для заполнения');
  expect(form.getByLabelText('Пароль (необязательно)')).toHaveAccessibleDescription(/минимум 6 символов/);
  expect(sent('POST', '/users')).toBeUndefined();
});

test('a taken e-mail is reported at its field, and the input stays', async () => {
  const message = 'Пользователь с таким e-mail уже есть';
  const { person } = open({
    role: 'manager',
    answers: {
      'POST /users': () =>
        Response.json({ message, code: 'validation_failed', errors: { email: [message] } }, { status: 422 }),
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Добавить пользователя' }));
  const form = within(await dialog());
  expect(form.getAllByRole('option').map((option) => option.textContent)).toEqual(['Секретарь', 'Внешний участник']);
  expect(form.queryByRole('combobox', { name: 'Руководитель' })).toBeNull();
  await person.type(form.getByLabelText('Фамилия, имя, отчество'), 'Ким');
  await person.type(form.getByLabelText('E-mail'), 'orlova@example.ru{Enter}');
  await waitFor(() =>
    expect(form.getByLabelText('E-mail')).toHaveAccessibleDescription(
      `${message} Сюда придёт приглашение: пароль человек задаст сам`,
    ),
  );
  expect(form.getByLabelText('E-mail')).toHaveFocus();
  expect(form.getByLabelText('Фамилия, имя, отчество')).toHaveValue('Ким');
});

test('after a lost answer the form stays, and the retry adds the same person once', async () => {
  const ids: unknown[] = [];
  let down = true;
  const { person, server } = open({
    answers: {
      'POST /users': ({ body }) => {
        ids.push((body as { id: string }).id);
        if (down) noConnection();
        return Response.json(
          { message: 'Занят', code: 'validation_failed', errors: { email: ['Занят'] } },
          { status: 422 },
        );
      },
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Добавить пользователя' }));
  const form = within(await dialog());
  await person.type(form.getByLabelText('Фамилия, имя, отчество'), 'Ким');
  await person.type(form.getByLabelText('E-mail'), 'kim@example.ru{Enter}');
  expect(await form.findByText(/Пользователь не добавлен\. Сервер не отвечает/)).toBeVisible();
  expect(form.getByLabelText('E-mail')).toHaveValue('kim@example.ru');
  // The first try had got through; its answer was lost.
  down = false;
  server.answers[`GET /users/${ids[0]}`] = () => Response.json({ data: { id: ids[0], name: 'Ким' } });
  server.answers[`PUT /users/${ids[0]}`] = () => Response.json({ data: { id: ids[0], name: 'Ким' } });
  await person.click(form.getByRole('button', { name: 'Добавить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(ids[1]).toBe(ids[0]);
  connectivity.reportSuccess();
});

test('an edit sends only the changed fields, with a photo as form data', async () => {
  const { person, sent } = open({
    answers: {
      'PUT /users/u1': ({ body }) => Response.json({ data: { ...orlova, ...(body as object) } }),
      'POST /users/u1': () => Response.json({ data: orlova }),
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Орлова Елена Викторовна' }));
  let form = within(await dialog('Изменить пользователя'));
  await person.clear(form.getByLabelText('Должность'));
  await person.type(form.getByLabelText('Телефон'), '{Control>}a{/Control}123');
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('PUT', '/users/u1')?.body).toEqual({ position: null, phone: expect.stringContaining('123') });

  await person.click(screen.getByRole('button', { name: 'Орлова Елена Викторовна' }));
  form = within(await dialog());
  await person.upload(form.getByLabelText('Выбрать фото'), photo());
  expect(await form.findByLabelText('Заменить фото')).toBeInTheDocument();
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const data = sent('POST', '/users/u1')?.body as FormData;
  expect(data.get('_method')).toBe('PUT');
  expect((data.get('avatar') as File).name).toBe('я.png');
});

test('an administrator changes their own e-mail with the password; a wrong one is reported at its field', async () => {
  let isRight = false;
  const message = 'Это не ваш нынешний пароль';
  const refused = { message, code: 'validation_failed', errors: { current_password: [message] } };
  const { person, sent, server } = open({
    rows: [{ ...me, invitation: null }],
    answers: {
      'PUT /users/7': ({ body }) =>
        isRight ? Response.json({ data: { ...me, ...(body as object) } }) : Response.json(refused, { status: 422 }),
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Соколов Андрей' }));
  const form = within(await dialog('Мой профиль'));
  expect(form.queryByLabelText('Нынешний пароль')).toBeNull();
  await person.clear(form.getByLabelText('E-mail'));
  await person.type(form.getByLabelText('E-mail'), 'new@example.ru');
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  const field = form.getByLabelText('Нынешний пароль');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Поле обязательно для заполнения/));
  expect(sent('PUT', '/users/7')).toBeUndefined();
  await person.type(field, 'не тот{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(message)));
  expect(form.getByLabelText('E-mail')).toHaveValue('new@example.ru');
  isRight = true;
  await person.clear(field);
  await person.type(field, 'тот самый{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.received.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    email: 'new@example.ru',
    current_password: 'тот самый',
  });
});

test('a manager can set nobody’s password, nor change an e-mail that somebody signs in with', async () => {
  const invited = { ...guest, is_blocked: false, invitation: 'failed' };
  const { person } = open({ role: 'manager', rows: [{ ...orlova, invitation: 'accepted' }, invited] });
  await person.click(await screen.findByRole('button', { name: 'Добавить пользователя' }));
  let form = within(await dialog('Новый пользователь'));
  expect(form.queryByLabelText(/^Пароль/)).toBeNull();
  expect(form.getByLabelText('E-mail')).toHaveAccessibleDescription(
    'Сюда придёт приглашение: пароль человек задаст сам',
  );
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Орлова Елена Викторовна' }));
  form = within(await dialog('Изменить пользователя'));
  expect(form.getByLabelText('E-mail')).toHaveAttribute('readonly');
  expect(form.getByLabelText('E-mail')).toHaveAccessibleDescription(
    'E-mail, с которым уже входят, меняет администратор',
  );
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Гость Иван' }));
  form = within(await dialog('Изменить пользователя'));
  expect(form.getByLabelText('E-mail')).not.toHaveAttribute('readonly');
});

test('an oversized photo is rejected before it is sent; a photo can be removed and restored', async () => {
  const { person, sent } = open({
    rows: [{ ...orlova, avatar_url: '/api/users/u1/avatar' }],
    answers: { 'PUT /users/u1': () => Response.json({ data: orlova }) },
  });
  await person.click(await screen.findByRole('button', { name: 'Орлова Елена Викторовна' }));
  const form = within(await dialog());
  const field = () => form.getByLabelText(/(Заменить|Выбрать) фото/);
  await person.upload(field(), photo(20 * 1024 * 1024));
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/Выберите картинку не больше 15/));
  expect(field()).toBeInvalid();
  await person.click(form.getByRole('button', { name: 'Убрать фото' }));
  expect(field()).toHaveFocus();
  await person.click(form.getByRole('button', { name: 'Вернуть фото' }));
  await person.click(await form.findByRole('button', { name: 'Убрать фото' }));
  await person.click(await form.findByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('PUT', '/users/u1')?.body).toEqual({ avatar_url: null });
});

test.each([
  [
    'an SVG with a script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    /не подходит: нужна/,
  ],
  ['a text that says it is a picture', 'просто текст', /не подходит: нужна/],
  ['a small file of a huge picture', picture(100, 'png', [60_000, 60_000]), /60000 × 60000 точек/],
])('%s is rejected at the photo field, and nothing is sent', async (_, content, words) => {
  const { person, server } = open();
  await person.click(await screen.findByRole('button', { name: 'Орлова Елена Викторовна' }));
  const form = within(await dialog());
  await person.upload(form.getByLabelText('Выбрать фото'), new File([content], 'я.png', { type: 'image/png' }));
  await waitFor(() => expect(form.getByLabelText('Выбрать фото')).toHaveAccessibleDescription(words));
  expect(form.queryByRole('button', { name: 'Убрать фото' })).toBeNull();
  expect(server.received.every(({ method }) => method === 'GET')).toBe(true);
});

test('the state of an invitation is shown, and it can be sent again by those who answer for the person', async () => {
  const invited = { ...orlova, invitation: 'sent', invited_at: '2026-03-02T10:00:00Z' };
  const late = { ...guest, is_blocked: false, invitation: 'expired', invited_at: '2026-01-02T10:00:00Z' };
  const lost = { ...guest, id: 'u3', name: 'Котов Пётр', is_blocked: false, invitation: 'failed', invited_at: null };
  const here = { ...orlova, id: 'u4', name: 'Зуев Олег', invitation: 'accepted', invited_at: '2026-03-02T10:00:00Z' };
  const { person, server, sent } = open({
    rows: [invited, late, lost, here],
    answers: {
      'POST /users/u2/invitation': () =>
        Response.json({ data: { ...late, invitation: 'sent', invited_at: '2026-04-05T10:00:00Z' } }),
    },
  });
  expect(within(await rowOf(/Орлова/)).getByText(/^Приглашение отправлено 2 марта/)).toBeVisible();
  expect(within(await rowOf(/Котов/)).getByText('Приглашение не доставлено')).toBeVisible();
  expect(within(await rowOf(/Зуев/)).getByText('Приглашение принято')).toBeVisible();
  expect(within(await rowOf(/Гость/)).getByText(/^Приглашение устарело 2 января/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Действия: Зуев Олег' }));
  expect(await screen.findByRole('menuitem', { name: 'Изменить' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /приглашение/ })).toBeNull();
  await person.keyboard('{Escape}');
  const again = async () => {
    await person.click(screen.getByRole('button', { name: 'Действия: Гость Иван' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Отправить приглашение ещё раз' }));
  };
  await again();
  expect(await screen.findByText('Приглашение отправлено ещё раз')).toBeVisible();
  expect(sent('POST', '/users/u2/invitation')?.body).toBeUndefined();
  server.answers['POST /users/u2/invitation'] = () =>
    refuse(429, 'rate_limited', 'Слишком много приглашений. Попробуйте снова через 5 минут');
  await again();
  expect(await screen.findByText(/^Слишком много приглашений/)).toBeVisible();
});

test('a first invitation is not called a repeated one, and the form says whether a new e-mail gets one', async () => {
  const fresh = { ...guest, is_blocked: false, invitation: 'none', invited_at: null };
  const invited = { ...orlova, invitation: 'sent', invited_at: '2026-03-02T10:00:00Z' };
  const { person } = open({
    rows: [fresh, invited],
    answers: { 'POST /users/u2/invitation': () => Response.json({ data: { ...fresh, invitation: 'sent' } }) },
  });
  const emailOf = async (name: string) => {
    await person.click(await screen.findByRole('button', { name }));
    return await within(await dialog()).findByLabelText('E-mail');
  };
  expect(await emailOf(invited.name)).toHaveAccessibleDescription('На новый адрес придёт приглашение');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await emailOf(fresh.name)).not.toHaveAccessibleDescription();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await person.click(screen.getByRole('button', { name: 'Действия: Гость Иван' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Отправить приглашение' }));
  expect(await screen.findByText('Приглашение отправлено')).toBeVisible();
});

test('an invitation that waits to be mailed is not called sent', async () => {
  const waiting = { ...guest, is_blocked: false, invitation: 'waiting', invited_at: '2026-03-02T10:00:00Z' };
  const { person } = open({
    rows: [waiting],
    answers: { 'POST /users/u2/invitation': () => Response.json({ data: waiting }) },
  });
  expect(await screen.findByText('Приглашение ждёт отправки')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Действия: Гость Иван' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Отправить приглашение ещё раз' }));
  await waitFor(() => expect(screen.getAllByText('Приглашение ждёт отправки')).toHaveLength(2));
  expect(screen.queryByText(/Приглашение отправлено/)).toBeNull();
});

test('closing with unsaved input asks first', async () => {
  const { person } = open();
  await person.click(await screen.findByRole('button', { name: 'Добавить пользователя' }));
  const form = within(await dialog());
  const name = form.getByLabelText('Фамилия, имя, отчество');
  await person.type(name, 'Ким');
  await person.keyboard('{Escape}');
  expect(await form.findByText('Введённое не сохранено.')).toBeVisible();
  await person.click(form.getByRole('button', { name: 'Вернуться к форме' }));
  expect(name).toHaveValue('Ким');
  expect(name).toHaveFocus();
  await person.click(form.getByRole('button', { name: 'Отмена' }));
  await person.click(await form.findByRole('button', { name: 'Закрыть без сохранения' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the block dialog says what a block does, and shows a refusal', async () => {
  const { person, server, sent } = open({
    answers: { 'PUT /users/u1': () => refuse(422, 'validation_failed', 'Это последний администратор') },
  });
  await person.click(await screen.findByRole('button', { name: 'Действия: Орлова Елена Викторовна' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Заблокировать' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Заблокировать пользователя?' }));
  expect(question.getByText(/вход будет закрыт, все открытые сеансы сразу закончатся/)).toBeVisible();
  await person.click(question.getByRole('button', { name: 'Заблокировать' }));
  expect(await question.findByText('Доступ не закрыт. Это последний администратор')).toBeVisible();
  server.answers['PUT /users/u1'] = () => Response.json({ data: { ...orlova, is_blocked: true } });
  await person.click(question.getByRole('button', { name: 'Заблокировать' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent('PUT', '/users/u1')?.body).toEqual({ is_blocked: true });
  // The row goes with the block: the blocked are not shown.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Пользователи' })).toHaveFocus());
});

test.each([
  ['manager', /Секретари и показатели останутся за этим руководителем/],
  ['external', /Встречи, протоколы и поручения с этим участником не изменятся/],
])('blocking a %s says what stays', async (role, words) => {
  const { person } = open({ rows: [{ ...orlova, role }] });
  await person.click(await screen.findByRole('button', { name: 'Действия: Орлова Елена Викторовна' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Заблокировать' }));
  expect(await screen.findByText(words)).toBeVisible();
});

test('nobody can block themselves, and a blocked person can be unblocked', async () => {
  const { person, sent } = open({ answers: { 'PUT /users/u2': () => Response.json({ data: guest }) } });
  await person.click(await screen.findByRole('button', { name: 'Действия: Соколов Андрей' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Изменить']);
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Действия: Гость Иван' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Разблокировать' }));
  const question = within(await screen.findByRole('alertdialog'));
  await person.click(question.getByRole('button', { name: 'Разблокировать' }));
  await waitFor(() => expect(sent('PUT', '/users/u2')?.body).toEqual({ is_blocked: false }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Гость Иван' })).toHaveFocus());
});

const work = { protocols: 12, tasks: 31, open_tasks: 2, meetings: 1, series: 0, bodies: 2, externals: 5 };
const withHandover = {
  'GET /health': () => Response.json({ ...ours, capabilities: [...ours.capabilities, 'handover', 'idempotency'] }),
  'GET /users/u1/work': () => Response.json({ data: work }),
};
const petrova = { ...orlova, id: 'u5', name: 'Петрова Анна Сергеевна' };
/** Opens the menu that contains this item, once the server's capabilities are known. */
const menuWith = (person: ReturnType<typeof open>['person'], name: string, item: string) =>
  waitFor(async () => {
    await person.keyboard('{Escape}');
    expect(await menuOf(person, name)).toContain(item);
  });
const menuOf = async (person: ReturnType<typeof open>['person'], name: string) => {
  await person.click(await screen.findByRole('button', { name: `Действия: ${name}` }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};

test('all work of a secretary is handed over to another, once; its amount is shown before', async () => {
  const { person, server } = open({ rows: [orlova, petrova, guest, me], answers: withHandover });
  await menuWith(person, orlova.name, 'Передать дела');
  await person.click(screen.getByRole('menuitem', { name: 'Передать дела' }));
  const form = within(await dialog('Передать дела'));
  expect((await form.findAllByRole('listitem')).map(({ textContent }) => textContent?.replace(/\u00a0/g, ' '))).toEqual(
    [
      '12 протоколов',
      '31 поручение, из них 2 незавершённых',
      '1 встреча',
      '2 комиссии или отдела',
      '5 внешних участников',
      'ключевые слова, которых у нового секретаря ещё нет',
    ],
  );
  const hand = () => person.click(form.getByRole('button', { name: 'Передать' }));
  await hand();
  expect(await form.findByText('Выберите секретаря')).toBeVisible();
  const to = form.getByRole('combobox', { name: 'Кому передать' });
  await person.type(to, 'а');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(petrova.name),
  ]);
  await person.click(screen.getByRole('option', { name: new RegExp(petrova.name) }));
  server.answers['POST /users/u1/handover'] = noConnection;
  await hand();
  expect(await form.findByText(/^Дела не переданы\./)).toBeVisible();
  server.answers['POST /users/u1/handover'] = () => Response.json({ data: work });
  await act(() => connectivity.probe());
  await hand();
  expect(await screen.findByText('Дела переданы')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = server.received.filter(({ path }) => path === '/users/u1/handover');
  expect(sent.map(({ body }) => body)).toEqual([{ to: 'u5' }, { to: 'u5' }]);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('only secretaries are requested for a handover, so that other people do not crowd them out', async () => {
  const crowd = Array.from({ length: 20 }, (_, n) => ({ ...guest, id: `g${n}`, is_blocked: false }));
  const { person, server } = open({
    answers: {
      ...withHandover,
      'GET /users': ({ query }) => {
        if (query.get('limit') !== '20') return pageOf([orlova]);
        return query.get('role') === 'secretary' ? pageOf([orlova, petrova]) : pageOf(crowd, 40);
      },
    },
  });
  server.answers['GET /health'] = () =>
    Response.json({ ...ours, capabilities: [...ours.capabilities, 'handover', 'people-by-role'] });
  await menuWith(person, orlova.name, 'Передать дела');
  await person.click(screen.getByRole('menuitem', { name: 'Передать дела' }));
  const form = within(await dialog('Передать дела'));
  await person.click(await form.findByRole('combobox', { name: 'Кому передать' }));
  await person.keyboard('{ArrowDown}');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(petrova.name)]);
});

test('an unsuitable recipient is reported at the field, and no handover is offered without work', async () => {
  const { person, server } = open({ rows: [orlova, petrova, guest, me], answers: withHandover });
  await menuWith(person, orlova.name, 'Передать дела');
  await person.click(screen.getByRole('menuitem', { name: 'Передать дела' }));
  const form = within(await dialog('Передать дела'));
  await form.findAllByRole('listitem');
  await person.type(form.getByRole('combobox', { name: 'Кому передать' }), 'петр');
  await person.click(await screen.findByRole('option', { name: new RegExp(petrova.name) }));
  const words = 'Дела передают другому секретарю, у которого есть доступ';
  server.answers['POST /users/u1/handover'] = () =>
    Response.json({ message: words, code: 'validation_failed', errors: { to: [words] } }, { status: 422 });
  await person.click(form.getByRole('button', { name: 'Передать' }));
  expect(await form.findByText(words)).toBeVisible();
  await person.click(form.getByRole('button', { name: 'Отмена' }));
  await person.click(await form.findByRole('button', { name: 'Закрыть без сохранения' }));
  server.answers['GET /users/u1/work'] = () =>
    Response.json({ data: Object.fromEntries(Object.keys(work).map((key) => [key, 0])) });
  await menuOf(person, orlova.name);
  await person.click(screen.getByRole('menuitem', { name: 'Передать дела' }));
  expect(await screen.findByText(/^Передавать нечего/)).toBeVisible();
});

test('after a lost answer the remaining work is refetched, and no handover to another person is claimed', async () => {
  const nothing = () => Response.json({ data: Object.fromEntries(Object.keys(work).map((key) => [key, 0])) });
  const kim = { ...orlova, id: 'u7', name: 'Ким Дмитрий' };
  const { person, server } = open({ rows: [orlova, petrova, kim, me], answers: withHandover });
  await menuWith(person, orlova.name, 'Передать дела');
  await person.click(screen.getByRole('menuitem', { name: 'Передать дела' }));
  const form = within(await dialog('Передать дела'));
  await form.findAllByRole('listitem');
  const give = async (to: string) => {
    const field = form.getByRole('combobox', { name: 'Кому передать' });
    await person.clear(field);
    await person.type(field, to);
    await person.click(await screen.findByRole('option', { name: new RegExp(to) }));
    await person.click(await form.findByRole('button', { name: 'Передать' }));
  };
  server.answers['POST /users/u1/handover'] = () => {
    server.answers['GET /users/u1/work'] = nothing;
    return noConnection();
  };
  await give('Петрова');
  await act(() => connectivity.probe());
  expect(await form.findByText(/^Ответ сервера потерян, но дел здесь больше нет/)).toBeVisible();
  await give('Ким');
  expect(await form.findByText(/^Передавать нечего/)).toBeVisible();
  expect(server.received.filter(({ path }) => path === '/users/u1/handover').map(({ body }) => body)).toEqual([
    { to: 'u5' },
  ]);
});

test('a handover of nothing is reported as such, and unknown work is not handed over', async () => {
  const { person, server } = open({
    rows: [orlova, petrova, me],
    answers: { ...withHandover, 'GET /users/u1/work': () => refuse(500, 'internal_error', 'Сбой') },
  });
  await menuWith(person, orlova.name, 'Передать дела');
  await person.click(screen.getByRole('menuitem', { name: 'Передать дела' }));
  const form = within(await dialog('Передать дела'));
  expect(await form.findByText('Сначала узнайте, что перейдёт: нажмите «Повторить»')).toBeVisible();
  server.answers['GET /users/u1/work'] = withHandover['GET /users/u1/work'];
  await person.click(form.getByRole('button', { name: 'Повторить' }));
  await form.findAllByRole('listitem');
  await person.type(form.getByRole('combobox', { name: 'Кому передать' }), 'петр');
  await person.click(await screen.findByRole('option', { name: new RegExp(petrova.name) }));
  server.answers['POST /users/u1/handover'] = () =>
    Response.json({ data: Object.fromEntries(Object.keys(work).map((key) => [key, 0])) });
  await person.click(form.getByRole('button', { name: 'Передать' }));
  expect(await screen.findByText('Передавать было нечего')).toBeVisible();
  expect(screen.queryByText('Дела переданы')).toBeNull();
});

test('a block leads on to the handover if requested; that is offered only for people who may have work', async () => {
  const chief = { ...orlova, id: 'u6', name: 'Белова Ирина', role: 'manager' };
  const { person } = open({
    rows: [orlova, chief, { ...guest, is_blocked: false }],
    answers: { ...withHandover, 'PUT /users/u1': () => Response.json({ data: { ...orlova, is_blocked: true } }) },
  });
  await menuWith(person, chief.name, 'Передать дела');
  await person.keyboard('{Escape}');
  // They may have been a secretary once.
  expect(await menuOf(person, guest.name)).toContain('Передать дела');
  await person.click(screen.getByRole('menuitem', { name: 'Заблокировать' }));
  const plain = within(await screen.findByRole('alertdialog'));
  expect(plain.queryByRole('checkbox')).toBeNull();
  await person.click(plain.getByRole('button', { name: 'Отмена' }));
  await menuOf(person, orlova.name);
  await person.click(screen.getByRole('menuitem', { name: 'Заблокировать' }));
  const question = within(await screen.findByRole('alertdialog'));
  await person.click(question.getByRole('checkbox', { name: 'Затем передать дела другому секретарю' }));
  await person.click(await question.findByRole('button', { name: 'Заблокировать' }));
  expect(await dialog('Передать дела')).toBeVisible();
});

test('a secretary adds only external people and edits only those they have added', async () => {
  const { is_blocked: _, ...foreign } = guest;
  const { person, sent } = open({
    role: 'secretary',
    rows: [orlova, guest, { ...foreign, id: 'u3', name: 'Чужой Пётр' }],
    answers: { 'POST /users': ({ body }) => Response.json({ data: body }, { status: 201 }) },
  });
  await rowOf(/Орлова/);
  expect(screen.getAllByRole('button', { name: /^Действия: / }).map((each) => each.getAttribute('aria-label'))).toEqual(
    ['Действия: Гость Иван'],
  );
  await person.click(screen.getByRole('button', { name: 'Добавить внешнего участника' }));
  const form = within(await dialog('Новый внешний участник'));
  expect(form.queryByLabelText('Роль')).toBeNull();
  await person.type(form.getByLabelText('Фамилия, имя, отчество'), 'Ким');
  await person.type(form.getByLabelText('E-mail'), 'kim@example.ru{Enter}');
  await waitFor(() => expect(sent('POST', '/users')?.body).toMatchObject({ role: 'external' }));
});

test('no match, an empty list, a refusal and a lost connection each say what to do', async () => {
  const { server, person } = open({ rows: [], query: '?search=zzz', answers: { 'GET /users': () => pageOf([]) } });
  expect(await screen.findByText('Никого не нашли')).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Показать всех' }));
  expect(await screen.findByText('Пользователей пока нет')).toBeVisible();
  server.answers['GET /users'] = () => refuse(403, 'forbidden', 'Недостаточно прав');
  await person.click(screen.getByRole('checkbox', { name: 'Показать заблокированных' }));
  expect(await screen.findByText(/^Недостаточно прав. Если этот раздел вам нужен/)).toBeVisible();
  server.answers['GET /users'] = () => pageOf([orlova]);
  await person.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await rowOf(/Орлова/)).toBeVisible();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  expect(await rowOf(/Орлова/)).toBeVisible();
  connectivity.reportSuccess();
});

test('the table is marked as busy while the list is loading', async () => {
  const answer = Promise.withResolvers<Response>();
  open({ answers: { 'GET /users': () => answer.promise } });
  expect(await screen.findByRole('table', { name: 'Пользователи' })).toHaveAttribute('aria-busy', 'true');
  answer.resolve(pageOf([orlova]));
  expect(await rowOf(/Орлова/)).toBeVisible();
});
