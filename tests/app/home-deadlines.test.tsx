import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { toDayValue } from '#src/format/index.ts';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

test('one page is enough from our server, which lists the most urgent tasks first', async () => {
  signInAs('secretary');
  const task = { id: 't1', status: 'new', title: 'Отчёт', due_at: toDayValue(new Date()) };
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'tasks'] }),
    'GET /protocols/tasks': () => pageOf([task], 900),
  });
  openApp('/main/home');
  expect(await screen.findByText('Отчёт')).toBeVisible();
  const asked = server.received.filter(({ path }) => path === '/protocols/tasks');
  expect(asked.map(({ query }) => Object.fromEntries(query))).toEqual([{ limit: '15', page: '1' }]);
});
