import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

test('a bare provider is sent neither client ids nor kinds of members', async () => {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': () => refuse(404, 'not_found', 'Нет'),
    'GET /meetings': () => Response.json({ data: [] }),
    'POST /protocols': () => Response.json({ data: { id: 31 } }),
    'GET /protocols/31': () => Response.json({ id: 31, stage: 'no_video' }),
    'GET /protocols/31/members': () => Response.json({ data: [] }),
    'POST /protocols/31/members': () => new Response(null, { status: 204 }),
    'GET /users': () => Response.json({ data: { data: [{ id: 12 }] } }),
  });
  const { person, address } = openApp('/main/protocols/add');
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(screen.getByRole('combobox', { name: 'Участники' }));
  await person.keyboard('{ArrowDown}');
  await person.click(await screen.findByRole('option', { name: 'Пользователь 12' }));
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(address()).toBe('/main/protocols/31'));
  const posts = () => server.received.filter(({ method }) => method === 'POST');
  // The members are sent once the server has their protocol.
  await waitFor(() => expect(posts()).toHaveLength(2));
  const [made, member] = posts();
  expect(made?.body).toEqual({ title: 'Планёрка', held_at: expect.any(String) });
  expect(member).toMatchObject({ path: '/protocols/31/members', body: { member_id: 12 } });
});

test('when a provider does not return the new protocol, the list opens', async () => {
  signInAs('secretary');
  fakeServer({
    'GET /health': () => refuse(404, 'not_found', 'Нет'),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /protocols': () => Response.json({ data: [] }),
    'POST /protocols': () => new Response(null, { status: 204 }),
  });
  const { person, address } = openApp('/main/protocols/add');
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(address()).toBe('/main/protocols'));
  expect(await screen.findByText('Протокол создан')).toBeVisible();
});
