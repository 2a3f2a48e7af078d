import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

test('the next free number of the year is offered while the field is empty, and only online', async () => {
  const asked: URLSearchParams[] = [];
  signInAs('secretary');
  const server = fakeServer({
    'GET /users': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'numbers'] }),
    'GET /protocols/next-number': ({ query }) => {
      asked.push(query);
      return Response.json({ data: { number: query.get('organization') === 'АО «Рубин»' ? '1' : '13', year: 2026 } });
    },
  });
  const { person } = openApp('/main/protocols/add');
  const number = await screen.findByLabelText('Номер');
  await person.click(await screen.findByRole('button', { name: 'Взять № 13' }));
  expect(number).toHaveValue('13');
  expect(screen.queryByRole('button', { name: /^Взять/ })).toBeNull();
  await person.clear(number);
  await person.type(screen.getByLabelText('Организация'), 'АО «Рубин»');
  expect(await screen.findByRole('button', { name: 'Взять № 1' })).toBeVisible();
  expect(asked.at(-1)?.get('organization')).toBe('АО «Рубин»');
  expect(asked.at(-1)?.get('held_at')).toMatch(/^\d{4}-\d\d-\d\dT/);
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Взять/ })).toBeNull());
});

test('when the number was taken meanwhile, the next free one is offered', async () => {
  const message = 'Протокол с таким номером в этом году уже есть';
  let next = 13;
  signInAs('secretary');
  const server = fakeServer({
    'GET /users': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'numbers'] }),
    'GET /protocols/next-number': () => Response.json({ data: { number: String(next), year: 2026 } }),
    'POST /protocols': () => {
      next = 14;
      return Response.json({ message, code: 'number_taken', errors: { number: [message] } }, { status: 409 });
    },
  });
  const { person } = openApp('/main/protocols/add');
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(await screen.findByRole('button', { name: 'Взять № 13' }));
  await person.click(await screen.findByRole('button', { name: 'Создать протокол' }));
  await person.click(await screen.findByRole('button', { name: 'Взять № 14' }));
  const number = screen.getByLabelText('Номер');
  expect(number).toHaveValue('14');
  await waitFor(() => expect(number).toBeValid());
  expect(screen.queryByRole('button', { name: /^Взять/ })).toBeNull();
  expect(server.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
