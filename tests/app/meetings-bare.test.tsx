import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';
import { editForm } from './support/open-meetings.tsx';

afterEach(forgetWrites);

/** Opens the meetings over a provider that sends only what the specification names, and one field that it does not. */
function open(rows: object[], answers: Parameters<typeof fakeServer>[0] = {}, address = '?view=list&date=2025-03-21') {
  signInAs('secretary');
  const server = fakeServer({
    'GET /meetings': () => Response.json({ data: rows }),
    'GET /users': () => pageOf([]),
    ...answers,
  });
  return { server, ...openApp(`/main/meetings${address}`) };
}

test('a meeting with only an id gets a placeholder title and is listed after the dated ones', async () => {
  const dated = { id: 4, title: 'Планёрка', start_at: new Date(2025, 2, 20, 11).toISOString() };
  const { person } = open([{ id: 5 }, dated, { id: 6, start_at: 'скоро', title: null }]);
  const undated = await screen.findByRole('list', { name: 'Без даты' });
  expect(within(undated).getAllByRole('link', { name: 'Встреча без названия' })).toHaveLength(2);
  await person.click(within(undated).getAllByRole('link', { name: 'Встреча без названия' })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Встреча без названия' });
  expect(within(dialog).getByText('Без даты')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'Создать протокол' })).toHaveAttribute(
    'href',
    '/main/protocols/add?meeting=5',
  );
});

test('an edit sends numeric ids and unknown fields of the provider back unchanged', async () => {
  const row = { id: 5, title: 'Планёрка', start_at: new Date(2025, 2, 20, 11).toISOString(), room_code: 'B-12' };
  const { server, person } = open(
    [{ ...row, participant_ids: [12] }],
    { 'PUT /meetings/5': () => Response.json({ data: { id: 5 } }) },
    '?view=list&date=2025-03-21&meeting=5&edit=1',
  );
  const dialog = await editForm();
  expect(await within(dialog).findByText('Пользователь 12')).toBeVisible();
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  const end = within(dialog).getByRole('group', { name: 'Окончание' });
  await screen.findByText('Поле обязательно для заполнения');
  await person.click(within(end).getByRole('spinbutton', { name: /день/ }));
  await person.keyboard('200320251200');
  await person.click(await within(dialog).findByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Встреча сохранена')).toBeVisible();
  const put = server.received.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ title: 'Планёрка', participant_ids: [12], room_code: 'B-12' });
});

test('an edit of text sends back times that a provider writes in its own format', async () => {
  const row = { id: 5, title: 'Планёрка', start_at: '2025-03-20 11:00:00', end_at: '2025-03-20 12:00:00' };
  const { server, person } = open(
    [row],
    { 'PUT /meetings/5': () => Response.json({ data: { id: 5 } }) },
    '?view=list&date=2025-03-21&meeting=5&edit=1',
  );
  await person.type(await screen.findByRole('textbox', { name: 'Место' }), 'Зал');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Встреча сохранена')).toBeVisible();
  const put = server.received.find(({ method }) => method === 'PUT')?.body as Record<string, string>;
  expect(put).toMatchObject({ title: 'Планёрка', place: 'Зал' });
  expect(['start_at', 'end_at'].map((name) => Date.parse(put[name] ?? ''))).toEqual([
    new Date(2025, 2, 20, 11).getTime(),
    new Date(2025, 2, 20, 12).getTime(),
  ]);
});

test('a new meeting is sent without a client id, and the reply needs none of our fields', async () => {
  const { server, person } = open(
    [],
    { 'POST /meetings': () => Response.json({ data: { id: 9 } }) },
    '?view=list&date=2025-03-21&new=2025-03-21T10:00',
  );
  await person.type(await screen.findByRole('textbox', { name: 'Название' }), 'Планёрка{Enter}');
  expect(await screen.findByText('Встреча создана')).toBeVisible();
  expect(screen.getByText('21 марта 2025 г., 10:00–11:00')).toBeVisible();
  const post = server.received.find(({ method, path }) => method === 'POST' && path === '/meetings');
  expect(Object.keys(post?.body as object).toSorted()).toEqual(['end_at', 'participant_ids', 'start_at', 'title']);
});

test('two offline edits are sent as full bodies, the second including the first', async () => {
  const times = { start_at: new Date(2025, 2, 20, 11).toISOString(), end_at: new Date(2025, 2, 20, 12).toISOString() };
  const row = { id: 5, title: 'Планёрка', ...times, place: 'Зал', room_code: 'B-12', participant_ids: [12] };
  const files = [{ id: 1, name: 'план.txt', url: '/files/1?signature=s' }];
  const { server, person } = open([{ ...row, files }], {
    'PUT /meetings/5': ({ body }) => Response.json({ data: { ...(body as object), id: 5 } }),
  });
  await screen.findByRole('link', { name: 'Планёрка' });
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  for (const [label, text] of [
    ['Название', ' отдела'],
    ['Место', ' 4'],
  ] as const) {
    await person.click(screen.getByRole('link', { name: /^Планёрка/ }));
    await person.click(await screen.findByRole('button', { name: 'Изменить' }));
    await person.type(await screen.findByRole('textbox', { name: label }), text);
    await person.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
  expect(outbox.list()).toHaveLength(2);
  server.answers['GET /health'] = () => Response.json({ status: 'ok' });
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const bodies = server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const whole = { title: 'Планёрка отдела', room_code: 'B-12', participant_ids: [12] };
  expect(bodies).toMatchObject([
    { ...whole, place: 'Зал' },
    { ...whole, place: 'Зал 4' },
  ]);
  expect(JSON.stringify(bodies)).not.toContain('signature');
});
