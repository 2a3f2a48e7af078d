import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

test('when a provider assigns another id, no row is shown twice and the text being typed stays', async () => {
  signInAs('secretary');
  const answer = Promise.withResolvers<Response>();
  const rows: object[] = [];
  const { received } = fakeServer({
    'GET /keywords': () => Response.json({ data: rows }),
    'POST /keywords': () => answer.promise,
    'PUT /keywords/5': ({ body }) => {
      rows[0] = { id: 5, ...(body as object) };
      return Response.json({ data: rows[0] });
    },
  });
  const { person } = openApp('/main/settings/keywords');
  await person.type(await screen.findByLabelText('Новое ключевое слово'), 'срок{Enter}');
  await person.click(await screen.findByRole('button', { name: 'Переименовать: срок' }));
  const name = screen.getByLabelText('Новое название: срок');
  await person.type(name, 'и');
  const list = screen.getByRole('list', { name: 'Ключевые слова' });
  let most = 0;
  const observer = new MutationObserver(() => {
    most = Math.max(most, within(list).getAllByRole('listitem').length);
  });
  observer.observe(list, { subtree: true, childList: true, characterData: true });
  rows.push({ id: 5, name: 'срок' });
  answer.resolve(Response.json({ data: { id: 5, name: 'срок' } }, { status: 201 }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(name).toBeInTheDocument();
  expect(name).toHaveFocus();
  await person.keyboard('{Control>}a{/Control}сроки{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Переименовать: сроки' })).toHaveFocus());
  await waitFor(() => expect(outbox.list()).toEqual([]));
  observer.disconnect();
  expect(most).toBe(1);
  expect(received.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [[method, path, body]]))).toEqual([
    ['POST', '/keywords', { name: 'срок' }],
    ['PUT', '/keywords/5', { name: 'сроки' }],
  ]);
});
