import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const report = { id: 't1', status: 'new', title: 'Подготовить отчёт', protocol_id: 'p1', protocol_title: 'Совет' };

/** Opens the tasks over our own server, which sorts and filters the list. */
function open(rows: object[], address: string) {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'tasks'] }),
    'GET /protocols/tasks': () => pageOf(rows),
  });
  return { server, ...openApp(`/main/protocols${address}`) };
}

test('a task done offline moves to its place, marked, and the focus stays on a checkbox', async () => {
  const rows = [
    { ...report, due_at: '2020-01-10' },
    { ...report, id: 't2', title: 'Заказать зал' },
  ];
  const { server, person } = open(rows, '?tab=tasks');
  const titles = () => screen.getAllByRole('checkbox').map((check) => check.getAttribute('aria-label'));
  const check = await screen.findByRole('checkbox', { name: 'Выполнено: Подготовить отчёт' });
  await screen.findByRole('combobox', { name: 'Статус' });
  server.answers['GET /health'] = noConnection;
  server.answers['PUT /protocols/tasks/t1'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  check.focus();
  await person.keyboard(' ');
  await waitFor(() => expect(titles()).toEqual(['Выполнено: Заказать зал', 'Выполнено: Подготовить отчёт']));
  expect(await screen.findByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  expect(document.activeElement).toHaveAttribute('type', 'checkbox');
});

test('the status filter is in the address and is sent to a server that supports it', async () => {
  const { server, person, address } = open([report], '?tab=tasks&page=2');
  const filter = await screen.findByRole('combobox', { name: 'Статус' });
  await person.selectOptions(filter, 'Просроченные');
  await waitFor(() => expect(address()).toBe('/main/protocols?tab=tasks&status=overdue'));
  const asked = () => server.received.filter(({ path }) => path === '/protocols/tasks').at(-1)?.query;
  await waitFor(() => expect(Object.fromEntries(asked() ?? [])).toEqual({ limit: '15', page: '1', status: 'overdue' }));
  await person.selectOptions(filter, 'Все поручения');
  await waitFor(() => expect(address()).toBe('/main/protocols?tab=tasks'));
});
