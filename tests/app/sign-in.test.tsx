import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '#src/features/session/sign-in.ts';
import { takeOutput } from './setup.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';

const me = () => Response.json({ data: { id: 7, role: 'secretary' } });

async function fillIn(person: ReturnType<typeof openApp>['person'], email: string, password: string) {
  await person.type(await screen.findByLabelText('E-mail'), email);
  await person.type(screen.getByLabelText('Пароль'), password);
}

test('the screen has its title, fields, button and link', async () => {
  openApp('/login');
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Войти' })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Забыли пароль?' })).toHaveAttribute('href', '/change-password');
  expect(document.title).toBe('Вход — Протокол');
});

test('an error is shown only once its field was touched', async () => {
  const { person } = openApp('/login');
  await person.type(await screen.findByLabelText('E-mail'), 'a.petrova');
  expect(screen.queryByText('Неверный формат e-mail')).toBeNull();
  await person.tab();
  expect(await screen.findByText('Неверный формат e-mail')).toBeVisible();
  expect(screen.queryByText('Поле обязательно для заполнения')).toBeNull();
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Неверный формат e-mail');
  await person.clear(screen.getByLabelText('E-mail'));
  await person.click(screen.getByLabelText('Пароль'));
  await person.tab();
  for (const name of ['E-mail', 'Пароль'])
    expect(screen.getByLabelText(name)).toHaveAccessibleDescription('Поле обязательно для заполнения');
});

test('submitting touches every field; required comes before format', async () => {
  const server = fakeServer({});
  const { person } = openApp('/login');
  await person.click(await screen.findByRole('button', { name: 'Войти' }));
  expect(await screen.findAllByText('Поле обязательно для заполнения')).toHaveLength(2);
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
  expect(server.received).toEqual([]);
});

test('the password can be shown and hidden', async () => {
  const { person } = openApp('/login');
  const password = await screen.findByLabelText('Пароль');
  await person.click(screen.getByRole('button', { name: 'Показать' }));
  expect(password).toHaveAttribute('type', 'text');
  await person.click(screen.getByRole('button', { name: 'Скрыть' }));
  expect(password).toHaveAttribute('type', 'password');
});

test("the server's message stands under the form, in either envelope", async () => {
  const server = fakeServer({ 'POST /login': () => refuse(401, 'invalid_credentials', 'Неверный e-mail или пароль') });
  const { person } = openApp('/login');
  await fillIn(person, 'a@example.ru', 'wrong');
  await person.click(screen.getByRole('button', { name: 'Войти' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Неверный e-mail или пароль'));
  server.answers['POST /login'] = () => Response.json({ data: { message: 'Доступ закрыт' } }, { status: 403 });
  await person.click(screen.getByRole('button', { name: 'Войти' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Доступ закрыт'));
  // A refused sign-in is no expired session: nothing is refreshed.
  expect(server.received.map(({ path }) => path)).toEqual(['/login', '/login']);
});

test('offline the form says so and keeps what was typed', async () => {
  fakeServer({ 'POST /login': noConnection, 'GET /health': noConnection });
  const { person } = openApp('/login');
  await fillIn(person, 'a@example.ru', 'secret');
  await person.click(screen.getByRole('button', { name: 'Войти' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Нет подключения'));
  expect(screen.getByLabelText('E-mail')).toHaveValue('a@example.ru');
  expect(screen.getByLabelText('Пароль')).toHaveValue('secret');
  expect(screen.getByRole('button', { name: 'Войти' })).toBeEnabled();
});

test('a field error from the server is shown at the field, tied to it', async () => {
  fakeServer({
    'POST /login': () =>
      Response.json(
        { message: 'Проверьте поля', code: 'validation_failed', errors: { email: ['Такого адреса нет'] } },
        { status: 422 },
      ),
  });
  const { person } = openApp('/login');
  await fillIn(person, 'a@example.ru', 'secret');
  await person.click(screen.getByRole('button', { name: 'Войти' }));
  await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Такого адреса нет'));
  expect(screen.getByRole('alert')).toHaveTextContent('Проверьте поля');
});

test('sign-in has no rule of length: an older password may be shorter', async () => {
  const server = fakeServer({ 'POST /login': () => refuse(401, 'invalid_credentials', 'Неверный e-mail или пароль') });
  const { person } = openApp('/login');
  await fillIn(person, 'a@example.ru', '123');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Неверный e-mail или пароль'));
  expect(server.received[0]?.body).toEqual({ email: 'a@example.ru', password: '123' });
});

test('when only the request for the profile gets no answer, the person is signed in and can retry it', async () => {
  const server = fakeServer({
    'POST /login': () => Response.json({ data: { token: 'fresh' } }),
    'GET /me': noConnection,
  });
  const { person, address } = openApp('/login');
  await fillIn(person, 'a@example.ru', 'secret');
  await person.click(screen.getByRole('button', { name: 'Войти' }));
  expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
  expect(address()).toBe('/main');
  Object.assign(server.answers, { 'GET /me': me, 'GET /protocols': () => pageOf([]) });
  await person.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(address()).toBe('/main/home'));
});

test('a token that the server rejects at once does not sign in', async () => {
  const refused = () => refuse(401, 'unauthorized', 'Нет');
  fakeServer({
    'POST /login': () => Response.json({ data: { token: 'fresh' } }),
    'GET /me': refused,
    'POST /refresh': refused,
  });
  const { person, address } = openApp('/login');
  await fillIn(person, 'a@example.ru', 'secret');
  await person.click(screen.getByRole('button', { name: 'Войти' }));
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
  expect(address()).toBe('/login');
  expect(screen.getByLabelText('E-mail')).toHaveValue('a@example.ru');
});

test('an answer without a token is no sign-in', async () => {
  fakeServer({ 'POST /login': () => Response.json({ data: {} }) });
  const { person } = openApp('/login');
  await fillIn(person, 'a@example.ru', 'secret');
  await person.click(screen.getByRole('button', { name: 'Войти' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Не получилось войти'));
  expect(localStorage.getItem('token')).toBeNull();
  expect(takeOutput()).toEqual([['error', new Error('Token not found in response')]]);
});

test.each([
  ['no data', '{}'],
  ['no token', '{"data":{}}'],
  ['an empty token', '{"data":{"token":""}}'],
  ['no body', ''],
  ['a word', 'OK'],
])('the internal error of an answer with %s is «Token not found in response»', async (_, body) => {
  fakeServer({ 'POST /login': () => new Response(body) });
  await expect(signIn({ email: 'a@example.ru', password: 'secret' })).rejects.toThrow('Token not found in response');
});

test('signing in keeps the token, the role and the id, and leads to the first screen', async () => {
  const answer = Promise.withResolvers<Response>();
  const server = fakeServer({
    'POST /login': () => answer.promise,
    'GET /me': me,
    'GET /protocols': () => pageOf([]),
  });
  const { person, address } = openApp('/login');
  await fillIn(person, ' a@example.ru ', 'secret');
  await person.click(screen.getByRole('button', { name: 'Войти' }));
  expect(await screen.findByRole('button', { name: 'Загрузка...' })).toBeVisible();
  answer.resolve(Response.json({ data: { token: 'fresh' } }));
  await waitFor(() => expect(address()).toBe('/main/home'));
  expect(server.received[0]?.body).toEqual({ email: 'a@example.ru', password: 'secret' });
  expect(server.received[1]).toMatchObject({ path: '/me', authorization: 'Bearer fresh' });
  expect([localStorage.token, localStorage.role, localStorage.user_id]).toEqual(['fresh', 'secretary', '7']);
});
