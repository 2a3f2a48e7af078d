import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

/** Creates a protocol without a connection. */
async function makeOffline() {
  signInAs('secretary');
  const server = fakeServer({
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /health': noConnection,
    'POST /protocols': noConnection,
  });
  const app = openApp('/main/protocols/add');
  await app.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible();
  return { server, ...app };
}

/** Answers of a plain provider once it is reached. */
const plainAnswers = {
  'GET /health': () => refuse(404, 'not_found', 'Нет'),
  'POST /protocols': () => Response.json({ data: { id: 31 } }),
  'GET /protocols/31': () => Response.json({ id: 31, stage: 'no_video', title: 'Планёрка' }),
  'GET /protocols/31/members': () => Response.json({ data: [] }),
  'GET /protocols/tasks': () => Response.json({ data: [] }),
};

test('with another provider the old address redirects to the id that it assigned, and nothing is lost', async () => {
  const app = await makeOffline();
  const { person, server } = app;
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Купить стол');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  expect(await screen.findByRole('combobox', { name: 'Статус: Купить стол' })).toBeVisible();
  await person.type(await screen.findByLabelText('Что сделать'), 'Ещё не допечатано');
  const old = app.address();
  const tasks: object[] = [];
  Object.assign(server.answers, {
    ...plainAnswers,
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

test('a question typed before the provider assigned the protocol an id is restored under that id', async () => {
  const { person, server, address, unmount } = await makeOffline();
  await person.click(await screen.findByRole('button', { name: 'Вопрос повестки' }));
  await person.type(await screen.findByLabelText('Выступили'), 'Ким: нужна новая крыша');
  Object.assign(server.answers, plainAnswers);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(address()).toBe('/main/protocols/31'));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  unmount();
  const again = openApp('/main/protocols/31');
  expect(await screen.findByLabelText('Выступили')).toHaveValue('Ким: нужна новая крыша');
  await again.person.type(screen.getByLabelText('Вопрос'), 'О крыше');
  await again.person.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(Object.keys(localStorage).filter((each) => each.startsWith('question-'))).toEqual([]));
});
