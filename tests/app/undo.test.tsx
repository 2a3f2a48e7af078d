import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { deleteTask } from '#src/data/task/mutations.ts';
import { undoOffered, undoOffers } from '#src/features/queue/index.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { session } from '#src/sync/page/session.ts';
import { store } from '#src/sync/page/store.ts';
import { endUndo } from './support/end-undo.ts';
import { fakeServer, ourHealth, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';
import { keepRows } from './support/queue.ts';

afterEach(forgetWrites);

const tasks = ['Отчёт', 'Смета', 'Договор'].map((title, index) => ({
  ...{ id: `t${index + 1}`, title, status: 'new', protocol_id: 'p1', protocol_title: 'Совет' },
}));

function open(userId = '7') {
  signInAs('secretary', userId);
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/tasks': () => pageOf(tasks),
    'DELETE /protocols/tasks/t1': () => new Response(null, { status: 204 }),
  });
  return { server, ...openApp('/main/protocols?tab=tasks') };
}

const rows = () => screen.getAllByRole('row').slice(1);
const deletions = (server: ReturnType<typeof open>['server']) =>
  server.received.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

async function remove({ person }: ReturnType<typeof open>, title: string) {
  await person.click(await screen.findByRole('button', { name: `Действия: ${title}` }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(title) })).toBeNull());
}

test('the newest deletion is offered to be undone, and after it the one before', async () => {
  const app = open();
  const { person, server } = app;
  await remove(app, 'Отчёт');
  await remove(app, 'Смета');
  expect((await screen.findByText('Поручение удалено')).closest('[role="status"]')).toHaveTextContent('Смета');
  await person.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(screen.getByText('Поручение удалено').parentElement).toHaveTextContent('Отчёт'));
  await waitFor(() => expect(screen.getByRole('row', { name: /Смета/ })).toContainElement(focused()));
  await person.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(screen.queryByText('Поручение удалено')).toBeNull();
  expect(outbox.list()).toEqual([]);
  expect(deletions(server)).toEqual([]);
});

test('Ctrl+Z in a text field does not undo a deletion', async () => {
  const app = open();
  const { person } = app;
  await remove(app, 'Отчёт');
  await person.type(screen.getByRole('searchbox'), 'а{Control>}z{/Control}');
  expect(outbox.list()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Отменить' })).toBeVisible();
});

test('«Не отменять» sends a deletion at once', async () => {
  const app = open();
  const { person, server } = app;
  await remove(app, 'Отчёт');
  await person.click(screen.getByRole('button', { name: 'Не отменять' }));
  await waitFor(() => expect(deletions(server)).toEqual(['/protocols/tasks/t1']));
  expect(screen.queryByText('Поручение удалено')).toBeNull();
  await waitFor(() => expect(outbox.list()).toEqual([]));
});

test('«Не отменять» leads the focus back to where it was', async () => {
  const app = open();
  await remove(app, 'Отчёт');
  await remove(app, 'Смета');
  const search = screen.getByRole('searchbox');
  act(() => search.focus());
  const button = screen.getByRole('button', { name: 'Не отменять' });
  act(() => button.focus());
  await app.person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByText('Поручение удалено').parentElement).toHaveTextContent('Отчёт'));
  expect(button).toHaveFocus();
  await app.person.keyboard('{Enter}');
  await waitFor(() => expect(search).toHaveFocus());
});

test('undoing a deletion that is already being sent fails with a message', async () => {
  const app = open();
  await remove(app, 'Отчёт');
  const offer = undoOffers().at(-1);
  app.server.answers['DELETE /protocols/tasks/t1'] = () => new Promise<Response>(() => undefined);
  await endUndo();
  await waitFor(() => expect(deletions(app.server)).toHaveLength(1));
  if (offer) await act(() => undoOffered(offer));
  expect(await screen.findByText('Отменить не получилось')).toBeVisible();
  expect(screen.getByText('Отчёт. Удаление уже отправлено')).toBeVisible();
});

test('with the storage failing, the bar says that the deletion waits, and it can be undone afterwards', async () => {
  const app = open();
  await remove(app, 'Отчёт');
  const broken = vi.spyOn(store, 'changeOutbox').mockRejectedValue(new Error('the storage fails'));
  await app.person.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByText(/^Отчёт\. Память .*: повторите, пока удаление не отправлено$/)).toBeVisible();
  await app.person.click(screen.getByRole('button', { name: 'Не отменять' }));
  expect(await screen.findByText(/^Отчёт\. Память .*: удаление уйдёт, когда выйдет время отмены$/)).toBeVisible();
  broken.mockRestore();
  await app.person.click(screen.getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(deletions(app.server)).toEqual([]);
});

test('a deletion can be undone on another screen and after a reload, with the focus on the heading there', async () => {
  const createdAt = Date.now();
  const [task] = tasks;
  if (!task) throw new Error('no task');
  const { scope, subject, title } = deleteTask.prepare({ task: task as never });
  const request = { method: 'DELETE' as const, path: '/protocols/tasks/t1' };
  const kept = { kind: 'task.delete', scope, subject, title, variables: { task }, request, creates: undefined };
  await keepRows('8', [{ ...kept, createdAt, notBefore: createdAt + 600_000 }]);
  await session.save({ token: 'good', role: 'secretary', userId: '8' });
  const { person, router } = open('8');
  await waitFor(() => expect(rows()).toHaveLength(2));
  await act(() => router.navigate('/main/settings'));
  await screen.findByRole('heading', { name: 'Настройки', level: 1 });
  await person.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

function focused(): HTMLElement {
  return document.activeElement as HTMLElement;
}
