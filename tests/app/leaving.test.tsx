import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { session } from '#src/sync/page/session.ts';
import { store as deviceStore } from '#src/sync/page/store.ts';
import { StorageFullError } from '#src/sync/store/store.ts';
import { showToast, toastStore } from '#src/ui/index.ts';
import { fakeServer, noConnection, ourHealth, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const budget = { id: 'p1', stage: 'no_video', title: 'О бюджете', version: 1, agenda: [], tasks: [], members: [] };
const store = { ...budget, id: 'p2', title: 'О складе' };
const meeting = {
  id: 'm1',
  title: 'Планёрка',
  place: 'Зал',
  start_at: '2026-11-20T07:00:00Z',
  participant_ids: ['u1'],
};

function open(address: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /protocols': () => pageOf([budget, store]),
    'GET /protocols/p1': () => Response.json({ data: budget }),
    'GET /protocols/p2': () => Response.json({ data: store }),
    'GET /meetings': () => Response.json({ data: [meeting] }),
    'POST /logout': () => new Response(null, { status: 204 }),
    'GET /users': () => pageOf([{ id: 'u1', name: 'Иванов Сергей Петрович' }]),
    ...answers,
  });
  return { server, ...openApp(address) };
}

/** Creates an answer that arrives when the test says so. */
function later() {
  let answer: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  return { response, answer };
}

test('a form open in one protocol is not carried over to another', async () => {
  const { person, router } = open('/main/protocols');
  await person.click(await screen.findByRole('link', { name: 'О бюджете' }));
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  expect(await screen.findByLabelText('Название')).toHaveValue('О бюджете');
  await act(() => router.navigate('/main/protocols/p2'));
  expect(await screen.findByRole('heading', { level: 1, name: /О складе/ })).toBeVisible();
  expect(screen.queryByLabelText('Название')).toBeNull();
});

test('text typed for a meeting that could not be loaded stays when the connection returns', async () => {
  fakeServer({ 'GET /health': noConnection });
  await connectivity.probe();
  const { person, server } = open('/main/protocols/add?meeting=m1', { 'GET /health': noConnection });
  await person.type(await screen.findByLabelText('Название'), 'О складе');
  server.answers['GET /health'] = ourHealth;
  await act(() => connectivity.probe());
  await screen.findByRole('option', { name: /^Планёрка — / });
  expect(screen.getByLabelText('Название')).toHaveValue('О складе');
  expect(screen.getByText(/прочитать не удалось/)).toBeVisible();
});

test('choosing another meeting replaces what the first one filled in and keeps what was typed', async () => {
  const other = { id: 'm2', title: 'Совет', place: 'Кабинет', start_at: '2026-11-21T07:00:00Z', participant_ids: [] };
  const { person } = open('/main/protocols/add', { 'GET /meetings': () => Response.json({ data: [meeting, other] }) });
  const choice = await screen.findByRole('combobox', { name: 'Встреча' });
  await screen.findByRole('option', { name: /Совет/ });
  await person.selectOptions(choice, 'm1');
  const title = screen.getByLabelText('Название');
  await waitFor(() => expect(title).toHaveValue('Планёрка'));
  await person.clear(screen.getByLabelText('Место'));
  await person.type(screen.getByLabelText('Место'), 'Двор');
  await person.selectOptions(choice, 'm2');
  await waitFor(() => expect(title).toHaveValue('Совет'));
  expect(screen.getByLabelText('Место')).toHaveValue('Двор');
  expect(screen.queryByRole('row', { name: /Иванов/ })).toBeNull();
});

test('leaving while a protocol is being created shows a toast and does not navigate back', async () => {
  const { response, answer } = later();
  const { person, router, address } = open('/main/protocols/add', { 'POST /protocols': () => response });
  await person.type(await screen.findByLabelText('Название'), 'О бюджете');
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await act(() => router.navigate('/main/protocols'));
  await screen.findByRole('link', { name: 'О складе' });
  answer(Response.json({ data: { id: 'p9', stage: 'no_video' } }, { status: 201 }));
  expect(await screen.findByRole('button', { name: /Протокол создан/ })).toBeVisible();
  expect(address()).toBe('/main/protocols');
});

test('leaving while a meeting is being saved shows a toast and does not navigate back', async () => {
  const { response, answer } = later();
  const { person, router, address } = open('/main/meetings?view=list&new=1', { 'POST /meetings': () => response });
  await person.type(await screen.findByRole('textbox', { name: 'Название' }), 'Планёрка');
  await person.click(screen.getByRole('button', { name: 'Создать встречу' }));
  await act(() => router.navigate('/main/protocols'));
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Закрыть' }));
  await screen.findByRole('link', { name: 'О складе' });
  answer(Response.json({ data: meeting }, { status: 201 }));
  expect(await screen.findByRole('button', { name: /Встреча создана/ })).toBeVisible();
  expect(address()).toBe('/main/protocols');
});

test('a confirmation dialog stays open until the server has answered', async () => {
  const { response, answer } = later();
  const { person } = open('/main/protocols/p1', { 'DELETE /protocols/p1': () => response });
  // A device without room cannot undo: the person is asked first, and the deletion is sent at once.
  vi.spyOn(deviceStore, 'changeOutbox').mockRejectedValue(new StorageFullError());
  await person.click(await screen.findByRole('button', { name: 'Другие действия' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить протокол' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Удалить протокол?' });
  expect(dialog).toHaveTextContent('вернуть его будет нельзя');
  await person.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await person.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeVisible();
  answer(refuse(409, 'upload_running', 'Видео ещё загружается'));
  expect(await within(dialog).findByText(/Видео ещё загружается/)).toBeVisible();
  vi.restoreAllMocks();
});

test('leaving a protocol with a half-typed task asks first', async () => {
  const { person, address } = open('/main/protocols/p1');
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Проверить смету');
  await person.click(screen.getByRole('link', { name: 'Встречи' }));
  const question = await screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(address()).toBe('/main/protocols/p1');
  expect(screen.getByLabelText('Что сделать')).toHaveValue('Проверить смету');
});

test('signing out asks first if unsaved input would be lost', async () => {
  const { person, address } = open('/main/protocols/p1');
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Проверить смету');
  await person.click(screen.getByRole('button', { name: 'Выйти' }));
  const question = await screen.findByRole('alertdialog', { name: 'Выйти без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(screen.getByLabelText('Что сделать')).toHaveValue('Проверить смету');
  await person.click(screen.getByRole('button', { name: 'Выйти' }));
  await person.click(
    within(await screen.findByRole('alertdialog', { name: 'Выйти без сохранения?' })).getByRole('button', {
      name: 'Выйти',
    }),
  );
  await waitFor(() => expect(address()).toBe('/login'));
});

test('a task typed while another is being sent stays', async () => {
  const { response, answer } = later();
  const { person, server } = open('/main/protocols/p1', { 'POST /protocols/p1/tasks': () => response });
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  const title = await screen.findByLabelText('Что сделать');
  await person.type(title, 'Проверить смету');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  await person.clear(title);
  await person.type(title, 'Позвонить');
  answer(Response.json({ data: { id: 't1', status: 'new' } }, { status: 201 }));
  await waitFor(() => expect(server.received.filter(({ path }) => path === '/protocols/p1')).toHaveLength(2));
  expect(title).toHaveValue('Позвонить');
});

test('a toast for one person is not shown to the next', async () => {
  const { address } = open('/main/protocols');
  await screen.findByRole('link', { name: 'О бюджете' });
  act(() => showToast('Протокол создан', { detail: 'О складе' }));
  await act(() => session.clear());
  await waitFor(() => expect(address()).toBe('/login'));
  expect(toastStore.getState().isVisible).toBe(false);
});
