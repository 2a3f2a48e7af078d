import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { endUndo } from './support/end-undo.ts';
import { fakeServer, noConnection, ourHealth, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

/** Our own server, with search and stages. */
const ownServer = (answers: Parameters<typeof fakeServer>[0]) => fakeServer({ 'GET /health': ourHealth, ...answers });

const budget = {
  id: 'p1',
  stage: 'video_process',
  number: 42,
  title: 'Совещание по бюджету',
  held_at: '2026-11-20T10:00:00Z',
  tasks_total: 4,
  tasks_done: 1,
  members_total: 9,
  processing: [{ step: 'probe', state: 'running', percent: 62 }],
};

function manyRows(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    stage: 'no_video',
    title: `Протокол ${index}`,
  }));
}

test('a row says number, title, date, stage with its percent, tasks and members, and opens the protocol', async () => {
  signInAs('secretary');
  ownServer({ 'GET /protocols': () => pageOf([budget]) });
  openApp('/main/protocols');
  const link = await screen.findByRole('link', { name: 'Совещание по бюджету' });
  expect(link).toHaveAttribute('href', '/main/protocols/p1');
  const row = screen.getByRole('row', { name: /42/ });
  expect(row).toHaveTextContent('20 ноября');
  expect(row).toHaveTextContent('Обрабатывается · 62 %');
  expect(within(row).getByRole('link', { name: '1 из 4' })).toHaveAttribute('href', '/main/protocols/p1?show=tasks');
  expect(within(row).getByRole('link', { name: '9' })).toHaveAttribute('href', '/main/protocols/p1?show=members');
});

test('only what the specification names is needed, and one bad row breaks nothing', async () => {
  signInAs('secretary');
  ownServer({
    'GET /protocols': () =>
      Response.json({ data: { data: [{ id: 5, stage: 'final' }, { stage: 'odd' }, 'nonsense'] } }),
  });
  openApp('/main/protocols');
  expect(await screen.findByRole('link', { name: 'Протокол без названия' })).toHaveAttribute(
    'href',
    '/main/protocols/5',
  );
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect(screen.getByRole('row', { name: /Протокол без названия/ })).toHaveTextContent('Итоговый');
});

test('the page is in the address and asked for by fifteen', async () => {
  signInAs('secretary');
  const server = ownServer({ 'GET /protocols': ({ query }) => pageOf(manyRows(15), 128, Number(query.get('page'))) });
  const { person, address } = openApp('/main/protocols?page=2');
  expect(await screen.findByText('16–30 из 128')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Страница 2' })).toHaveAttribute('aria-current', 'page');
  await person.click(screen.getByRole('link', { name: 'Вперёд' }));
  await waitFor(() => expect(address()).toBe('/main/protocols?page=3'));
  expect(await screen.findByText('31–45 из 128')).toBeVisible();
  const asked = server.received.filter(({ path }) => path === '/protocols').map(({ query }) => query.toString());
  expect(asked).toEqual(['limit=15&page=2', 'limit=15&page=3']);
});

test('search and stage go into the address and start again at the first page', async () => {
  signInAs('secretary');
  const server = ownServer({ 'GET /protocols': () => pageOf(manyRows(15), 60) });
  const { person, address } = openApp('/main/protocols?page=2');
  await person.type(await screen.findByRole('searchbox', { name: 'Поиск по протоколам' }), 'смета{Enter}');
  await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('search')).toBe('смета'));
  await person.selectOptions(screen.getByRole('combobox', { name: 'Стадия' }), 'Завершён');
  await waitFor(() => expect(server.received.at(-1)?.query.get('stage')).toBe('finish'));
  expect(server.received.at(-1)?.query.get('search')).toBe('смета');
  expect(server.received.at(-1)?.query.get('page')).toBe('1');
});

test('an empty list says what to do, an empty search how to get back', async () => {
  signInAs('secretary');
  ownServer({ 'GET /protocols': () => pageOf([]) });
  const { person } = openApp('/main/protocols?search=нет');
  await person.click(await screen.findByRole('link', { name: 'Показать все протоколы' }));
  expect(await screen.findByText('Протоколов пока нет')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Создать протокол' })).toHaveAttribute('href', '/main/protocols/add');
});

test("a refusal is shown in the server's words, and can be retried", async () => {
  signInAs('secretary');
  const server = ownServer({ 'GET /protocols': () => refuse(403, 'forbidden', 'Недостаточно прав') });
  const { person } = openApp('/main/protocols');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Недостаточно прав');
  server.answers['GET /protocols'] = () => pageOf([budget]);
  await person.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
});

test('an answer without an array says so, and can be asked again', async () => {
  signInAs('secretary');
  const server = ownServer({ 'GET /protocols': () => Response.json({ data: { rows: 1 } }) });
  const { person } = openApp('/main/protocols');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Список не прочитан');
  expect(alert).toHaveTextContent('Response data is not an array');
  server.answers['GET /protocols'] = () => pageOf([budget]);
  await person.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
});

test('the confirmation of a deletion shortens a title of thousands of letters', async () => {
  signInAs('secretary');
  ownServer({ 'GET /protocols': () => pageOf([{ ...budget, title: 'Длинно'.repeat(1_500) }]) });
  const { person } = openApp('/main/protocols');
  await person.click(await screen.findByRole('button', { name: /^Действия: Длинно/ }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить протокол?' });
  expect(question).toHaveTextContent(/Протокол «(Длинно){13}Дл…» будет удалён/);
});

test('a protocol is deleted from its menu after a confirmation, and reappears with the reason if refused', async () => {
  signInAs('secretary');
  let rows: object[] = [budget, { id: 'p2', stage: 'no_video', title: 'Планёрка' }];
  const server = ownServer({
    'GET /protocols': () => pageOf(rows),
    'DELETE /protocols/p2': () =>
      refuse(409, 'final_version_kept', 'У протокола есть подписанная версия: удалить его нельзя'),
  });
  const { person } = openApp('/main/protocols');
  await person.click(await screen.findByRole('button', { name: 'Действия: Планёрка' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить протокол?' });
  expect(question).toHaveTextContent('Протокол «Планёрка» будет удалён');
  await person.click(within(question).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Протокол удалён')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Планёрка' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  await endUndo();
  const row = (await screen.findByRole('link', { name: 'Планёрка' })).closest('tr') as HTMLElement;
  expect(within(row).getByRole('button', { name: 'не отправлено' })).toBeVisible();
  expect(outbox.list()).toMatchObject([
    { fault: { message: 'У протокола есть подписанная версия: удалить его нельзя' } },
  ]);
  server.answers['DELETE /protocols/p2'] = () => {
    rows = [budget];
    return new Response(null, { status: 204 });
  };
  await person.click(await screen.findByRole('button', { name: 'Действия: Планёрка' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  await person.click(await screen.findByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Протокол удалён')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Планёрка' })).toBeNull());
  await endUndo();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(screen.queryByText('Протокол удалён')).toBeNull();
});

test('an empty protocol is deleted without a confirmation', async () => {
  signInAs('secretary');
  const empty = { ...budget, stage: 'no_video', agenda: [], tasks_total: 0, members_total: 0 };
  ownServer({ 'GET /protocols': () => pageOf([empty]) });
  const { person } = openApp('/main/protocols');
  await person.click(await screen.findByRole('button', { name: /^Действия/ }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  expect(await screen.findByText('Протокол удалён')).toBeVisible();
  await person.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Совещание по бюджету' })).toHaveFocus());
});

test('deleting the last protocol of the last page leads to the page before', async () => {
  signInAs('secretary');
  let gone = false;
  ownServer({
    'GET /protocols': ({ query }) =>
      query.get('page') === '2'
        ? pageOf(gone ? [] : [budget], gone ? 15 : 16, 2)
        : pageOf(manyRows(15), gone ? 15 : 16),
    'DELETE /protocols/p1': () => {
      gone = true;
      return new Response(null, { status: 204 });
    },
  });
  const { person, address } = openApp('/main/protocols?page=2');
  await person.click(await screen.findByRole('button', { name: /^Действия/ }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  await person.click(await screen.findByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(address()).toBe('/main/protocols'));
  await endUndo();
  expect(await screen.findByText('1–15 из 15')).toBeVisible();
});

test.each([
  ['a final protocol', { stage: 'final' }],
  ['one that was opened again', { stage: 'finish', editions_total: 1 }],
])('%s is not offered for deletion', async (_what, state) => {
  signInAs('secretary');
  ownServer({ 'GET /protocols': () => pageOf([{ ...budget, ...state }]) });
  const { person } = openApp('/main/protocols');
  await person.click(await screen.findByRole('button', { name: /^Действия/ }));
  expect(await screen.findByRole('menuitem', { name: 'Открыть' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Удалить' })).toBeNull();
});

test('offline it reports the lost connection, and loads the list when the connection returns', async () => {
  signInAs('secretary');
  const server = ownServer({ 'GET /protocols': noConnection, 'GET /health': noConnection });
  openApp('/main/protocols');
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  server.answers['GET /protocols'] = () => pageOf([budget]);
  server.answers['GET /health'] = () => Response.json({ capabilities: [] });
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('link', { name: 'Совещание по бюджету' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Нет подключения.')).toBeNull());
});
