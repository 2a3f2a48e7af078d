import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentOffers } from '#src/data/provider/index.ts';
import { fakeServer, noConnection } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const url = 'https://app.example.ru/s/calendar/first.ics';

function open(subscription: object, capabilities = ['client-ids', 'meeting-invitations']) {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /me/calendar': () => Response.json({ data: subscription }),
    'POST /me/calendar': () => Response.json({ data: { url, created_at: null } }, { status: 201 }),
    'DELETE /me/calendar': () => new Response(null, { status: 204 }),
  });
  return { server, ...openApp('/main/settings') };
}

const confirm = async (person: ReturnType<typeof open>['person'], title: string, button: string) => {
  const question = await screen.findByRole('alertdialog', { name: title });
  await person.click(within(question).getByRole('button', { name: button }));
};

test('creating, copying and revoking an address are each confirmed', async () => {
  const { person } = open({ url: null });
  await person.click(await screen.findByRole('button', { name: 'Создать адрес' }));
  expect(await screen.findByLabelText('Адрес календаря')).toHaveValue(url);
  expect(screen.getByText('Адрес готов.')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Скопировать' }));
  expect(await screen.findByText('Адрес скопирован.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(url);
  await person.click(screen.getByRole('button', { name: 'Отозвать и создать новый' }));
  await confirm(person, 'Создать новый адрес?', 'Отозвать и создать');
  expect(await screen.findByText('Новый адрес готов, прежний больше не действует.')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Отозвать' }));
  await confirm(person, 'Отозвать адрес календаря?', 'Отозвать');
  expect(await screen.findByText(/^Адрес отозван/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Создать адрес' })).toBeVisible();
});

test('an address is not revoked before the question is answered', async () => {
  const { server, person } = open({ url });
  await screen.findByLabelText('Адрес календаря');
  await person.click(screen.getByRole('button', { name: 'Отозвать' }));
  const question = await screen.findByRole('alertdialog', { name: 'Отозвать адрес календаря?' });
  expect(within(question).getByText(/перестанут обновляться/)).toBeVisible();
  await person.click(within(question).getByRole('button', { name: 'Отмена' }));
  expect(server.received.filter(({ method }) => method === 'DELETE')).toEqual([]);
  expect(screen.getByLabelText('Адрес календаря')).toHaveValue(url);
});

test('a failed revocation is reported beside its button, and the address stays', async () => {
  const { server, person } = open({ url });
  await screen.findByLabelText('Адрес календаря');
  server.answers['DELETE /me/calendar'] = noConnection;
  await person.click(screen.getByRole('button', { name: 'Отозвать' }));
  await confirm(person, 'Отозвать адрес календаря?', 'Отозвать');
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0));
  expect(screen.getByLabelText('Адрес календаря')).toHaveValue(url);
});

test('a server without subscriptions shows none', async () => {
  open({ url: null }, ['client-ids']);
  await screen.findByRole('heading', { name: 'Профиль' });
  await act(currentOffers);
  expect(screen.queryByText('Календарь по подписке')).not.toBeInTheDocument();
});
