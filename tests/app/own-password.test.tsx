import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const ours = { status: 'ok', capabilities: ['client-ids', 'idempotency', 'own-password'] };

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('manager');
  const server = fakeServer({
    'GET /health': () => Response.json(ours),
    'GET /me': () => Response.json({ data: { id: '7', role: 'manager', name: 'Белова', email: 'belova@example.ru' } }),
    ...answers,
  });
  const sent = (method: string, path: string) =>
    server.received.filter((call) => call.method === method && call.path === path);
  return { server, sent, ...openApp('/main/settings') };
}

const card = async () => within(await screen.findByRole('region', { name: 'Пароль' }));

test("one's own password is changed by entering the current one, and the fields are cleared", async () => {
  const { person, sent, server } = open({
    'PUT /me/password': () =>
      Response.json(
        {
          message: 'Это не ваш нынешний пароль',
          code: 'validation_failed',
          errors: { current_password: ['Это не ваш нынешний пароль'] },
        },
        { status: 422 },
      ),
  });
  const form = await card();
  const change = await form.findByRole('button', { name: 'Сменить пароль' });
  await person.click(change);
  expect(form.getAllByText('Поле обязательно для заполнения')).toHaveLength(3);
  await person.type(form.getByLabelText('Нынешний пароль'), 'не тот');
  await person.type(form.getByLabelText('Новый пароль'), '12345');
  await person.type(form.getByLabelText('Подтвердите новый пароль'), '123456');
  await person.click(change);
  expect(await form.findByText('Пароль должен содержать минимум 6 символов')).toBeVisible();
  await person.type(form.getByLabelText('Новый пароль'), '67');
  await person.click(change);
  expect(await form.findByText('Пароли должны совпадать')).toBeVisible();
  expect(sent('PUT', '/me/password')).toHaveLength(0);
  await person.type(form.getByLabelText('Подтвердите новый пароль'), '7');
  await person.click(change);
  await waitFor(() =>
    expect(form.getByLabelText('Нынешний пароль')).toHaveAccessibleDescription('Это не ваш нынешний пароль'),
  );
  expect(form.getByLabelText('Нынешний пароль')).toHaveFocus();
  server.answers['PUT /me/password'] = () => new Response(null, { status: 204 });
  await person.clear(form.getByLabelText('Нынешний пароль'));
  await person.type(form.getByLabelText('Нынешний пароль'), 'тот самый');
  await person.click(change);
  expect(await form.findByText('Пароль изменён. На других устройствах нужно войти заново.')).toBeVisible();
  expect(sent('PUT', '/me/password').at(-1)?.body).toEqual({
    ...{ current_password: 'тот самый', password: '1234567', password_confirmation: '1234567' },
  });
  for (const label of ['Нынешний пароль', 'Новый пароль', 'Подтвердите новый пароль'])
    expect(form.getByLabelText(label)).toHaveValue('');
});

test('after a lost answer the form does not claim that the password is unchanged', async () => {
  const refused = { message: 'Это не ваш нынешний пароль', code: 'validation_failed' };
  const { person, server } = open({ 'PUT /me/password': noConnection });
  const form = await card();
  await person.type(await form.findByLabelText('Нынешний пароль'), 'прежний');
  await person.type(form.getByLabelText('Новый пароль'), 'новый пароль');
  await person.type(form.getByLabelText('Подтвердите новый пароль'), 'новый пароль');
  const press = () => person.click(form.getByRole('button', { name: 'Сменить пароль' }));
  await press();
  expect(await form.findByText(/^Неизвестно, изменён ли пароль\. /)).toBeVisible();
  server.answers['PUT /me/password'] = () =>
    Response.json({ ...refused, errors: { current_password: [refused.message] } }, { status: 422 });
  await act(() => connectivity.probe());
  await press();
  expect(await form.findByText(/^Возможно, пароль уже изменён/)).toBeVisible();
  expect(form.queryByText(/^Пароль не изменён/)).toBeNull();
});

test('offline the input stays with a message; leaving asks first', async () => {
  const { person, server, sent } = open();
  const form = await card();
  await form.findByLabelText('Нынешний пароль');
  server.isOutOfReach = true;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.type(form.getByLabelText('Нынешний пароль'), 'прежний');
  await person.type(form.getByLabelText('Новый пароль'), 'новый пароль');
  await person.type(form.getByLabelText('Подтвердите новый пароль'), 'новый пароль');
  expect(form.getByText(/^Нужно подключение/)).toBeVisible();
  await person.click(form.getByRole('button', { name: 'Сменить пароль' }));
  expect(sent('PUT', '/me/password')).toHaveLength(0);
  await person.click(screen.getByRole('link', { name: 'Пользователи' }));
  await person.click(await screen.findByRole('button', { name: 'Остаться' }));
  expect(form.getByLabelText('Новый пароль')).toHaveValue('новый пароль');
  server.isOutOfReach = false;
  server.answers['PUT /me/password'] = () => new Response(null, { status: 204 });
  connectivity.reportSuccess();
  await waitFor(() => expect(form.queryByText(/^Нужно подключение/)).toBeNull());
  await person.click(form.getByRole('button', { name: 'Сменить пароль' }));
  expect(await form.findByText(/^Пароль изменён/)).toBeVisible();
});
