import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

test('a provider that takes a full body gets one, including earlier unsent changes', async () => {
  signInAs('manager');
  const me = { id: '7', role: 'manager', name: 'Петрова Анна', email: 'petrova@example.ru', room_code: 'B-12' };
  const server = fakeServer({
    'GET /me': () => Response.json({ data: me }),
    'PUT /users/7': ({ body }) => Response.json({ data: { ...me, ...(body as object) } }),
  });
  const { person } = openApp('/main/settings');
  const phone = await screen.findByLabelText('Телефон');
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  const save = async () => {
    await person.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено на устройстве, ожидает отправки');
  };
  await person.type(phone, '5');
  await save();
  await person.type(screen.getByLabelText('Должность'), 'директор');
  await save();
  server.answers['GET /health'] = () => Response.json({ status: 'ok' });
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const bodies = server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const whole = { name: 'Петрова Анна', email: 'petrova@example.ru', room_code: 'B-12', phone: '5' };
  expect(bodies).toMatchObject([whole, { ...whole, position: 'директор' }]);
  expect(JSON.stringify(bodies)).not.toMatch(/unsent|photo/);
});
