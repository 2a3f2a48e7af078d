import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { updateProtocol } from '#src/data/protocol/index.ts';
import { agendaFormOf } from '#src/features/protocol/editing/agenda-form.ts';
import { type OutboxRow, outbox, resolveMutation } from '#src/sync/index.ts';
import { noConnection, ourHealth } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp } from './support/open-app.tsx';
import { editItem, open, protocol, puts } from './support/open-protocol-edit.tsx';

afterEach(forgetWrites);

/** A conflict, as a server with versions answers it. */
const conflict = (current: object) =>
  Response.json(
    { message: 'Протокол изменили в другом месте', code: 'version_conflict', data: current },
    { status: 409 },
  );

test('a conflict shows both versions part by part; the chosen parts are saved, the rest stays the server’s', async () => {
  const app = open();
  const { person, server, becomes } = app;
  await editItem(person, 1);
  const put = server.answers['PUT /protocols/p1'];
  const theirs = {
    ...protocol,
    version: 9,
    agenda: [
      { ...protocol.agenda[0], listened: 'Доходы растут.' },
      { id: 'a2', title: 'О складе и аренде' },
    ],
  };
  becomes(theirs);
  server.answers['PUT /protocols/p1'] = (call) =>
    (call.body as { version: number }).version < 9 ? conflict(theirs) : (put?.(call) as Response);
  await person.type(await screen.findByLabelText('Слушали'), ' Причина — аренда.');
  await person.type(screen.getByLabelText('Выступили'), 'Ким поддержала.');
  // The focus does not leave the field of a person who goes on writing.
  expect(screen.getByLabelText('Выступили')).toHaveFocus();
  const choice = await screen.findByRole('region', { name: 'Протокол изменили в другом месте' });
  const listened = within(choice).getByRole('group', { name: 'Вопрос «О смете»: слушали' });
  expect(within(listened).getByRole('radio', { name: /^Моя версия/ })).toBeChecked();
  expect(listened).toHaveTextContent('Расходы растут. Причина — аренда.');
  expect(screen.getByLabelText('Слушали')).toHaveValue('Расходы растут. Причина — аренда.');
  await person.click(within(listened).getByRole('radio', { name: /На сервере.*Доходы растут/ }));
  await person.click(await within(choice).findByRole('button', { name: 'Сохранить выбранное' }));
  await waitFor(() => expect(screen.getByLabelText('Слушали')).toHaveValue('Доходы растут.'));
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  const agenda = await screen.findByRole('list', { name: 'Повестка дня' });
  await waitFor(() => expect(agenda).toHaveTextContent('Ким поддержала.'));
  expect(agenda).toHaveTextContent('Доходы растут.');
  expect(agenda).toHaveTextContent('О складе и аренде');
  expect(await screen.findByText('Вопрос сохранён')).toBeInTheDocument();
  expect(puts(app).at(-1)).toMatchObject({ version: 9, agenda: [{ colour: 'red' }, { id: 'a2' }] });
});

test('an edit of another question meanwhile is merged without asking', async () => {
  const app = open();
  const { person, server, becomes } = app;
  const put = server.answers['PUT /protocols/p1'];
  const theirs = { ...protocol, version: 9, agenda: [protocol.agenda[0], { id: 'a2', title: 'О складе и аренде' }] };
  await screen.findByRole('heading', { name: /2\.О складе/ });
  becomes(theirs);
  server.answers['PUT /protocols/p1'] = (call) =>
    (call.body as { version: number }).version < 9 ? conflict(theirs) : (put?.(call) as Response);
  await editItem(person, 2, 'Выше');
  expect(await screen.findByRole('heading', { name: /1\.О складе и аренде/ })).toBeVisible();
  await waitFor(() => expect(puts(app).at(-1)).toMatchObject({ version: 9, agenda: [{ id: 'a2' }, { id: 'a1' }] }));
  expect(screen.queryByText(/изменили в другом месте/)).toBeNull();
});

test('the rest of a text whose beginning was saved by a crashed tab is sent without a conflict', async () => {
  const [first, item] = protocol.agenda;
  const saved = { ...item, discussion: 'К' };
  const form = agendaFormOf({ ...saved, id: 'a2', discussion: 'Ким предложила' }, () => undefined);
  const draft = { itemId: 'a2', savedAt: '2026-11-20T10:00:00Z', base: { item, version: 3 }, leaving: saved, form };
  localStorage.setItem('question-draft:7:p1:a2', JSON.stringify(draft));
  const now = { version: 4, agenda: [first, saved] };
  const app = open(now);
  const put = app.server.answers['PUT /protocols/p1'];
  app.server.answers['PUT /protocols/p1'] = (call) =>
    (call.body as { version: number }).version < 4 ? conflict({ ...protocol, ...now }) : (put?.(call) as Response);
  expect(await screen.findByLabelText('Выступили')).toHaveValue('Ким предложила');
  await waitFor(() =>
    expect(puts(app).at(-1)).toMatchObject({ version: 4, agenda: [{}, { discussion: 'Ким предложила' }] }),
  );
  expect(screen.queryByText(/изменили в другом месте/)).toBeNull();
});

test('a draft held by another tab is opened here once that tab is gone', async () => {
  const [, item] = protocol.agenda;
  const form = agendaFormOf({ ...item, id: 'a2', discussion: 'Ким предложила' }, () => undefined);
  const draft = { itemId: 'a2', savedAt: '2026-11-20T10:00:00Z', base: { item, version: 3 }, form };
  const name = 'question-draft:7:p1:a2';
  localStorage.setItem(name, JSON.stringify(draft));
  const gone = Promise.withResolvers<void>();
  const asked = vi.spyOn(navigator.locks, 'request');
  void navigator.locks.request(name, () => gone.promise);
  open();
  await waitFor(() => expect(asked.mock.calls.filter(([of]) => of === name).length).toBeGreaterThan(1));
  await act(async () => undefined);
  expect(screen.queryByLabelText('Выступили')).toBeNull();
  gone.resolve();
  expect(await screen.findByLabelText('Выступили')).toHaveValue('Ким предложила');
});

test('of two tabs restored after a crash only one opens the draft, and the other once the first is closed', async () => {
  const [, item] = protocol.agenda;
  const form = { ...agendaFormOf({ ...item, id: 'a2', discussion: 'Ким предложила' }, () => undefined), title: '' };
  const draft = { itemId: 'a2', savedAt: '2026-11-20T10:00:00Z', base: { item, version: 3 }, form };
  localStorage.setItem('question-draft:7:p1:a2', JSON.stringify(draft));
  const one = open();
  openApp('/main/protocols/p1');
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(2));
  expect(await screen.findByLabelText('Выступили')).toHaveValue('Ким предложила');
  await act(async () => undefined);
  expect(screen.getAllByLabelText('Выступили')).toHaveLength(1);
  one.unmount();
  expect(await screen.findByLabelText('Выступили')).toHaveValue('Ким предложила');
});

test('typing on while the layout changes causes no conflict with oneself', async () => {
  const changes = new EventTarget();
  let isWide = true;
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    get matches() {
      return isWide && media.includes('min-width');
    },
    addEventListener: changes.addEventListener.bind(changes),
    removeEventListener: changes.removeEventListener.bind(changes),
  }));
  const app = open();
  const put = app.server.answers['PUT /protocols/p1'];
  let now: Record<string, unknown> = protocol;
  app.server.answers['PUT /protocols/p1'] = (call) => {
    const sent = call.body as typeof protocol;
    if (sent.version !== now.version) return conflict(now);
    now = { ...now, ...sent, version: sent.version + 1 };
    return put?.(call) as Response;
  };
  await editItem(app.person, 2);
  const wide = await screen.findByLabelText('Выступили');
  fireEvent.change(wide, { target: { value: 'К' } });
  isWide = false;
  act(() => void changes.dispatchEvent(new Event('change')));
  const narrow = screen.getByLabelText('Выступили');
  expect(narrow).not.toBe(wide);
  fireEvent.change(narrow, { target: { value: 'Ким предложила' } });
  await waitFor(() => expect(puts(app).at(-1)).toMatchObject({ agenda: [{}, { discussion: 'Ким предложила' }] }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(screen.queryByText(/изменили в другом месте/)).toBeNull();
});

test('text typed during a conflict is sent once the conflict has been resolved elsewhere', async () => {
  const app = open();
  const { person, server, becomes } = app;
  await editItem(person, 2);
  const put = server.answers['PUT /protocols/p1'];
  const agendaWith = (listened: string) => [...protocol.agenda.slice(0, 1), { id: 'a2', title: 'О складе', listened }];
  const theirs = { ...protocol, version: 9, agenda: agendaWith('Склад пуст.') };
  becomes(theirs);
  server.answers['PUT /protocols/p1'] = (call) =>
    (call.body as { version: number }).version < 9 ? conflict(theirs) : (put?.(call) as Response);
  const [listened, discussion] = [await screen.findByLabelText('Слушали'), screen.getByLabelText('Выступили')];
  await person.type(listened, 'Склад полон.');
  await screen.findByRole('region', { name: 'Протокол изменили в другом месте' });
  await person.type(discussion, 'Ким поддержала.');
  await person.click(listened);
  const row = outbox.list().find(({ state }) => state === 'conflict') as OutboxRow;
  await resolveMutation(updateProtocol, row, {
    base: theirs,
    change: { agenda: agendaWith('Склад полон.') },
    itemId: 'a2',
    people: [],
  });
  await waitFor(() =>
    expect(puts(app).at(-1)).toMatchObject({
      agenda: [{}, { listened: 'Склад полон.', discussion: 'Ким поддержала.' }],
    }),
  );
});

test("choosing the server’s version everywhere asks before one's own changes are discarded", async () => {
  const { person, server, becomes } = open();
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  await person.type(await screen.findByLabelText('Место'), ', зал 2');
  const theirs = { ...protocol, version: 9, place: 'Казань' };
  becomes(theirs);
  server.answers['PUT /protocols/p1'] = () => conflict(theirs);
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await person.click(await screen.findByRole('radio', { name: /На сервере.*Казань/ }));
  await person.click(await screen.findByRole('button', { name: 'Сохранить выбранное' }));
  const question = await screen.findByRole('alertdialog', { name: 'Отказаться от своих изменений?' });
  await person.click(within(question).getByRole('button', { name: 'Вернуться к выбору' }));
  expect(screen.getByLabelText('Место')).toHaveValue('Москва, зал 2');
  await person.click(screen.getByRole('button', { name: 'Сохранить выбранное' }));
  await person.click(await screen.findByRole('button', { name: 'Отказаться' }));
  expect(await screen.findByText('Казань')).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Данные протокола' })).toBeNull();
});

test('offline the change is queued, shown and marked; it is sent once when the connection returns', async () => {
  const app = open();
  const { person, server } = app;
  const put = server.answers['PUT /protocols/p1'];
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  await person.type(await screen.findByLabelText('Место'), ', зал 2');
  for (const call of ['PUT /protocols/p1', 'GET /protocols/p1', 'GET /health']) server.answers[call] = noConnection;
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Сохранено на устройстве, ожидает отправки')).toBeInTheDocument();
  expect(screen.getByText('Москва, зал 2')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Завершить' }));
  expect(await screen.findByText(/Завершить протокол можно только с подключением/)).toBeVisible();
  server.answers['PUT /protocols/p1'] = put as () => Response;
  server.answers['GET /health'] = ourHealth;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'ожидает отправки' })).toBeNull());
  expect(screen.getByText('Москва, зал 2')).toBeVisible();
  expect(puts(app).at(-1)).toEqual({ place: 'Москва, зал 2', version: 3 });
});
