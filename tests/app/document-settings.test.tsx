import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const settings = {
  organization: '',
  present_limit: 15,
  chairman_listed: false,
  qr_code: false,
  approval: true,
  approver_position: '',
  approver_name: '',
  signed_by: ['chairman', 'secretary'],
};

function open(role: 'admin' | 'secretary', address = '/main/settings?tab=documents') {
  signInAs(role);
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['idempotency', 'documents'] }),
    'GET /me': () => Response.json({ data: { id: 'u1', role, name: 'Иванов Пётр' } }),
    'GET /settings/documents': () => Response.json({ data: settings }),
    'PUT /settings/documents': ({ body }) => Response.json({ data: body }),
  });
  return { server, ...openApp(address) };
}

test('an administrator changes how documents are printed', async () => {
  const { server, person } = open('admin', '/main/settings');
  await person.click(await screen.findByRole('link', { name: 'Документы' }));
  expect(screen.getByRole('link', { name: 'Документы' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Профиль и приложение' })).not.toHaveAttribute('aria-current');
  const card = await screen.findByRole('region', { name: 'Документы' });
  await person.type(await within(card).findByLabelText('Организация'), 'Холдинг «Север»');
  const limit = within(card).getByLabelText('Список присутствовавших — приложением, если их больше');
  await person.clear(limit);
  await person.type(limit, '0');
  for (const name of ['Председательствующий', 'Секретарь'])
    await person.click(within(card).getByRole('checkbox', { name }));
  await person.click(await within(card).findByRole('button', { name: 'Сохранить' }));
  expect(await within(card).findByText('Число от 1 до 1000')).toBeVisible();
  expect(within(card).getByText('Нужна хотя бы одна подпись')).toBeVisible();

  await person.clear(limit);
  await person.type(limit, '30');
  await person.click(within(card).getByRole('checkbox', { name: 'Секретарь' }));
  await person.click(await within(card).findByRole('checkbox', { name: /в списке присутствовавших/ }));
  await person.click(await within(card).findByRole('checkbox', { name: '«УТВЕРЖДАЮ» на итоговом протоколе' }));
  await person.click(await within(card).findByRole('button', { name: 'Сохранить' }));
  expect(await within(card).findByText('Сохранено')).toBeVisible();
  const sent = server.received.find(({ method }) => method === 'PUT');
  expect(sent?.body).toEqual({
    ...settings,
    organization: 'Холдинг «Север»',
    present_limit: 30,
    chairman_listed: true,
    approval: false,
    signed_by: ['secretary'],
  });
});

test('settings saved with a space at the end are saved; what is typed meanwhile is kept', async () => {
  const { server, person } = open('admin');
  const card = within(await screen.findByRole('region', { name: 'Документы' }));
  const position = await card.findByLabelText('Должность утверждающего');
  await person.type(position, 'Директор ');
  await person.click(await card.findByRole('button', { name: 'Сохранить' }));
  expect(await card.findByText('Сохранено')).toBeVisible();
  expect(position).toHaveValue('Директор');
  const answer = Promise.withResolvers<Response>();
  server.answers['PUT /settings/documents'] = () => answer.promise;
  await person.type(position, ' завода ');
  await person.click(card.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(server.received.filter(({ method }) => method === 'PUT')).toHaveLength(2));
  await person.type(card.getByLabelText('Фамилия, имя, отчество утверждающего'), 'Орлова Е. В.');
  answer.resolve(Response.json({ data: { ...settings, approver_position: 'Директор завода' } }));
  await waitFor(() => expect(position).toHaveValue('Директор завода'));
  expect(card.getByLabelText('Фамилия, имя, отчество утверждающего')).toHaveValue('Орлова Е. В.');
  await waitFor(() => expect(card.queryByText('Сохранено')).not.toBeInTheDocument());
});

test('switching to another tab with unsaved input asks first', async () => {
  const { person, address } = open('admin');
  const card = await screen.findByRole('region', { name: 'Документы' });
  await person.type(await within(card).findByLabelText('Организация'), 'Север');
  await person.click(screen.getByRole('link', { name: 'Профиль и приложение' }));
  await person.click(await screen.findByRole('button', { name: 'Остаться' }));
  expect(address()).toBe('/main/settings?tab=documents');
  expect(within(card).getByLabelText('Организация')).toHaveValue('Север');
  await person.click(screen.getByRole('link', { name: 'Профиль и приложение' }));
  await person.click(await screen.findByRole('button', { name: 'Уйти' }));
  expect(await screen.findByRole('region', { name: 'Профиль' })).toBeVisible();
  expect(address()).toBe('/main/settings');
});

test('the document settings are hidden from everybody but administrators', async () => {
  const { server } = open('secretary');
  await screen.findByRole('region', { name: 'Тема' });
  expect(screen.queryByRole('region', { name: 'Документы' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Документы' })).toBeNull();
  expect(server.received.some(({ path }) => path === '/settings/documents')).toBe(false);
});

test('an administrator sets the time zone of the organization', async () => {
  const { server, person } = open('admin');
  server.answers['GET /settings/documents'] = () =>
    Response.json({ data: { ...settings, time_zone: 'Europe/Moscow' } });
  const card = await screen.findByRole('region', { name: 'Документы' });
  const zone = await within(card).findByRole('combobox', { name: 'Часовой пояс' });
  expect(zone).toHaveDisplayValue('Москва, UTC+3');
  await person.selectOptions(zone, 'Владивосток, UTC+10');
  await person.click(within(card).getByRole('button', { name: 'Сохранить' }));
  expect(await within(card).findByText('Сохранено')).toBeVisible();
  const sent = server.received.find(({ method }) => method === 'PUT');
  expect(sent?.body).toEqual({ ...settings, time_zone: 'Asia/Vladivostok' });
});

test('the time zone is not offered where the server does not know one', async () => {
  open('admin');
  const card = await screen.findByRole('region', { name: 'Документы' });
  expect(await within(card).findByLabelText('Организация')).toBeVisible();
  expect(within(card).queryByRole('combobox', { name: 'Часовой пояс' })).toBeNull();
});
