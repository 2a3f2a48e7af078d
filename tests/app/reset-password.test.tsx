import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServer, noConnection, refuse } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';

const required = 'Поле обязательно для заполнения';
const ask = 'Отправить ссылку для сброса пароля';
const invalid = (errors: Record<string, string[]>) => () =>
  Response.json({ message: 'Проверьте поля', code: 'validation_failed', errors }, { status: 422 });

describe('asking for a link', () => {
  test('the screen has its title, field, button and the way back', async () => {
    const { person, address } = openApp('/change-password');
    expect(await screen.findByRole('heading', { name: 'Сброс пароля' })).toBeVisible();
    expect(document.title).toBe('Сброс пароля — Протокол');
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('type', 'email');
    expect(screen.getByRole('button', { name: ask })).toBeEnabled();
    await person.click(screen.getByRole('link', { name: 'Назад' }));
    expect(address()).toBe('/login');
  });

  test('an e-mail is required and has to look like one; nothing is said before it was touched', async () => {
    const server = fakeServer({});
    const { person } = openApp('/change-password');
    const email = await screen.findByLabelText('E-mail');
    await person.click(screen.getByRole('button', { name: ask }));
    expect(await screen.findByText(required)).toBeVisible();
    expect(email).toHaveFocus();
    await person.type(email, 'a.petrova');
    expect(await screen.findByText('Неверный формат e-mail')).toBeVisible();
    expect(screen.queryByText(required)).toBeNull();
    expect(server.received).toEqual([]);
  });

  test('the button says how far it is; afterwards it is disabled and the success text is shown', async () => {
    const answer = Promise.withResolvers<Response>();
    const server = fakeServer({ 'POST /change-password/send-link': () => answer.promise });
    const { person } = openApp('/change-password');
    await person.type(await screen.findByLabelText('E-mail'), ' a@example.ru ');
    await person.keyboard('{Enter}');
    const sending = await screen.findByRole('button', { name: 'Отправка...' });
    await person.click(sending);
    await person.type(await screen.findByLabelText('E-mail'), '{Enter}');
    answer.resolve(Response.json({}));
    expect(await screen.findByRole('button', { name: 'Отправлено' })).toBeDisabled();
    const told = screen.getByText('Инструкции по сбросу пароля отправлены на ваш email.');
    expect(told.closest('[role=status]')).not.toBeNull();
    expect(told).toHaveFocus();
    const asked = server.received.filter(({ method }) => method === 'POST');
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      ['/change-password/send-link', { email: 'a@example.ru' }],
    ]);
  });

  test('without a mail connection a second line says so; nothing waits for it', async () => {
    const health = Promise.withResolvers<Response>();
    fakeServer({
      'POST /change-password/send-link': () => Response.json({}),
      'GET /health': () => health.promise,
    });
    const { person } = openApp('/change-password');
    await person.type(await screen.findByLabelText('E-mail'), 'a@example.ru{Enter}');
    expect(await screen.findByRole('button', { name: 'Отправлено' })).toBeDisabled();
    const told = screen.getByText('Инструкции по сбросу пароля отправлены на ваш email.');
    expect(told).toHaveFocus();
    health.resolve(Response.json({ status: 'ok', features: { mail: false } }));
    const words = 'Почта не подключена: письмо сохранено на сервере. Обратитесь к администратору.';
    const warning = await screen.findByText(words);
    expect(warning.closest('[role=status]')).toContainElement(told);
    expect(told).toHaveFocus();
  });

  test.each([
    ['the server’s message', () => refuse(429, 'rate_limited', 'Слишком много попыток'), 'Слишком много попыток'],
    ['its message beside a word for the field', invalid({ email: ['Адрес не подходит'] }), 'Проверьте поля'],
    ['an answer without a message', () => new Response(null, { status: 500 }), 'Не удалось отправить инструкции'],
    ['a lost connection', noConnection, 'Не удалось отправить инструкции'],
  ])('%s stands at the e-mail field, which keeps what was typed', async (_, answer, words) => {
    const server = fakeServer({ 'POST /change-password/send-link': answer });
    const { person } = openApp('/change-password');
    const email = await screen.findByLabelText('E-mail');
    await person.type(email, 'a@example.ru');
    await person.click(screen.getByRole('button', { name: ask }));
    await waitFor(() => expect(email).toHaveAccessibleDescription(words));
    expect(email).toHaveValue('a@example.ru');
    expect(email).toHaveFocus();
    server.answers['POST /change-password/send-link'] = () => Response.json({});
    await person.click(screen.getByRole('button', { name: ask }));
    expect(await screen.findByRole('button', { name: 'Отправлено' })).toBeDisabled();
    expect(email).not.toHaveAccessibleDescription(words);
  });
});

describe('setting a new password', () => {
  const address = '/change-password/from-path?token=from-query&email=a%40example.ru';
  const fields = async () => [
    await screen.findByLabelText('Новый пароль'),
    screen.getByLabelText('Подтвердите новый пароль'),
  ];
  const submit = () => screen.getByRole('button', { name: 'Сбросить пароль' });

  test('errors come field by field, once it was touched', async () => {
    const { person } = openApp(address);
    const [password, confirmation] = await fields();
    if (!password || !confirmation) throw new Error('no fields');
    await person.type(password, '12345');
    expect(screen.queryByText(/минимум/)).toBeNull();
    await person.tab();
    expect(await screen.findByText('Пароль должен содержать минимум 6 символов')).toBeVisible();
    expect(confirmation).not.toBeInvalid();
    await person.type(confirmation, '1234567');
    await person.tab();
    expect(await screen.findByText('Пароли должны совпадать')).toBeVisible();
    // After a change of the other field both are equal: there is no error left.
    await person.type(password, '67');
    await waitFor(() => expect(confirmation).toBeValid());
    expect(password).toHaveAccessibleDescription('Не короче 6 символов');
    expect(confirmation).not.toHaveAccessibleDescription();
  });

  test('submitting touches both: required comes before everything else', async () => {
    const server = fakeServer({});
    const { person } = openApp(address);
    await fields();
    await person.click(submit());
    expect(await screen.findAllByText(required)).toHaveLength(2);
    expect(server.received).toEqual([]);
  });

  test('password managers are told whose password it is', async () => {
    openApp(address);
    const [password] = await fields();
    expect(password?.closest('form')?.querySelector('[autocomplete="username"]')).toHaveValue('a@example.ru');
  });

  test('both fields can be shown and hidden apart', async () => {
    const { person } = openApp(address);
    const [password, confirmation] = await fields();
    const [first] = screen.getAllByRole('button', { name: 'Показать' });
    if (!first) throw new Error('no toggle');
    await person.click(first);
    expect(password).toHaveAttribute('type', 'text');
    expect(confirmation).toHaveAttribute('type', 'password');
    expect(screen.getByRole('button', { name: 'Скрыть' })).toBeVisible();
  });

  test.each([
    [address, 'from-query'],
    ['/change-password/from-path?email=a%40example.ru', 'from-path'],
  ])('from %s the token is %s; then comes the sign-in', async (from, token) => {
    const server = fakeServer({ 'POST /change-password/reset': () => Response.json({}) });
    const { person, address: at } = openApp(from);
    const [password, confirmation] = await fields();
    if (!password || !confirmation) throw new Error('no fields');
    await person.type(password, 'новый-пароль');
    await person.type(confirmation, 'новый-пароль');
    await person.click(submit());
    await waitFor(() => expect(at()).toBe('/login'));
    expect(server.received[0]?.body).toEqual({
      token,
      email: 'a@example.ru',
      password: 'новый-пароль',
      password_confirmation: 'новый-пароль',
    });
    expect((await screen.findByText(/Пароль сохранён/)).closest('[role=status]')).not.toBeNull();
    expect(screen.getByLabelText('E-mail')).toHaveValue('a@example.ru');
  });

  async function send(answer: () => Response) {
    const server = fakeServer({ 'POST /change-password/reset': answer });
    const opened = openApp(address);
    const [password, confirmation] = await fields();
    if (!password || !confirmation) throw new Error('no fields');
    await opened.person.type(password, 'secret-1');
    await opened.person.type(confirmation, 'secret-1');
    await opened.person.click(submit());
    return { ...opened, server, password };
  }

  test.each([
    ['the server’s message', () => refuse(400, 'bad_request', 'Ссылка уже использована'), 'Ссылка уже использована'],
    ['an answer without a message', () => new Response(null, { status: 400 }), 'Эта ссылка не действительна'],
    ['its message beside a word for a field', invalid({ password: ['Слишком простой'] }), 'Проверьте поля'],
  ])('after %s the form is hidden and the way back to the sign-in appears', async (_, answer, words) => {
    const { person, address: at } = await send(answer);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
    expect(screen.queryByLabelText('Новый пароль')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Сбросить пароль' })).toBeNull();
    const back = screen.getByRole('link', { name: 'Вернуться ко входу' });
    expect(back).toHaveFocus();
    await person.click(back);
    expect(at()).toBe('/login');
  });

  test.each([
    ['gone', () => refuse(400, 'bad_request', 'Ссылка уже использована')],
    ['useless', () => refuse(422, 'validation_failed', 'Эта ссылка не действительна')],
  ])('a link refused as %s after a lost answer may have set the password, and says so', async (_, answer) => {
    const { person, server } = await send(noConnection);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Нет подключения'));
    server.answers['POST /change-password/reset'] = answer;
    await person.click(submit());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Возможно, пароль уже сохранён'));
    expect(screen.getByRole('link', { name: 'Вернуться ко входу' })).toHaveFocus();
  });

  test.each([
    [() => refuse(429, 'rate_limited', 'Слишком много попыток'), 'Слишком много попыток'],
    [() => refuse(503, 'unavailable', 'Сервер занят'), 'Сервер занят'],
    [invalid({ password: ['Слишком простой'] }), 'Проверьте поля'],
  ])('anything else refused after a lost answer is told in the server’s words', async (answer, words) => {
    const { person, server } = await send(noConnection);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Нет подключения'));
    server.answers['POST /change-password/reset'] = answer;
    await person.click(submit());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
  });

  test('after a lost connection the input stays and can be sent again', async () => {
    const { person, password, server, address: at } = await send(noConnection);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Нет подключения'));
    expect(password).toHaveValue('secret-1');
    expect(screen.getByRole('link', { name: 'Вернуться ко входу' })).toHaveAttribute('href', '/login');
    server.answers['POST /change-password/reset'] = () => Response.json({});
    await person.click(submit());
    await waitFor(() => expect(at()).toBe('/login'));
  });
});
