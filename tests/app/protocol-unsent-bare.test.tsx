import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

test('under another provider the old address leads on to the id that it gave, and nothing is lost on the way', async () => {
  signInAs('secretary');
  const server = fakeServer({
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /health': noConnection,
    'POST /protocols': noConnection,
  });
  const app = openApp('/main/protocols/add');
  const { person } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible();
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Купить стол');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  expect(await screen.findByRole('combobox', { name: 'Статус: Купить стол' })).toBeVisible();
  await person.type(await screen.findByLabelText('Что сделать'), 'Ещё не допечатано');
  const old = app.address();
  const tasks: object[] = [];
  Object.assign(server.answers, {
    'GET /health': () => refuse(404, 'not_found', 'Нет'),
    'POST /protocols': () => Response.json({ data: { id: 31 } }),
    'GET /protocols/31': () => Response.json({ id: 31, stage: 'no_video', title: 'Планёрка' }),
    'GET /protocols/31/members': () => Response.json({ data: [] }),
    'GET /protocols/tasks': () => Response.json({ data: tasks }),
    'POST /protocols/31/tasks': () => {
      tasks.push({ id: 5, status: 'new', title: 'Купить стол', protocol_id: 31 });
      return Response.json({ data: { id: 5, status: 'new' } });
    },
  });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(app.address()).toBe('/main/protocols/31'));
  expect(await screen.findByLabelText('Что сделать')).toHaveValue('Ещё не допечатано');
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(screen.getAllByRole('combobox', { name: 'Статус: Купить стол' })).toHaveLength(1);
  expect(server.received.find(({ path }) => path === '/protocols/31/tasks')?.body).toEqual({ title: 'Купить стол' });
  await person.click(screen.getByRole('button', { name: 'Закрыть' }));
  await app.router.navigate(old);
  await waitFor(() => expect(app.address()).toBe('/main/protocols/31'));
});
