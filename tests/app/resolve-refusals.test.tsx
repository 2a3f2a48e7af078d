import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { isSafeToReload } from '#src/data/recording/reload-losses.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { session } from '#src/sync/page/session.ts';
import { store } from '#src/sync/page/store.ts';
import { StorageFullError } from '#src/sync/store/store.ts';
import { fakeServer, ourHealth, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp } from './support/open-app.tsx';
import { keepRows } from './support/queue.ts';

afterEach(forgetWrites);

const protocol = {
  id: 'p1',
  stage: 'no_video',
  number: '42',
  title: 'Совет',
  place: 'Москва',
  version: 3,
  agenda: [{ id: 'a1', title: 'О смете', listened: 'Расходы растут.' }],
  tasks: [],
  members: [],
};
const { stage, tasks, members, ...base } = protocol;
const taken = 'Протокол с таким номером в этом году уже есть';
const fault = { status: 409, code: 'number_taken', message: taken, fields: { number: taken } };
const ofProtocol = { scope: 'protocol:p1', subject: 'p1', creates: undefined, state: 'failed', fault } as const;

type Kept = Parameters<typeof keepRows>[1][number];

/** An edit of the head, refused for its number. */
const head: Kept = {
  ...ofProtocol,
  kind: 'protocol.update',
  title: 'Протокол «Совет»: данные',
  variables: { base, change: { number: '420' }, people: [] },
  request: { method: 'PUT', path: '/protocols/p1', body: { number: '420', version: 3 } },
};

/** A new protocol, refused for its number. */
const creation: Kept = {
  kind: 'protocol.create',
  scope: 'protocol:p2',
  subject: 'p2',
  creates: 'p2',
  state: 'failed',
  fault,
  title: 'Новый протокол «Совет»',
  variables: { id: 'p2', fields: { title: 'Совет', number: '420' }, people: [], createdAt: '2026-11-20T10:00:00Z' },
  request: { method: 'POST', path: '/protocols', body: { id: 'p2', title: 'Совет', number: '420' }, extras: ['id'] },
};

let visits = 500;

/** Opens the app as a new person, at the form of the first write that an earlier visit left in their queue. */
async function open(path: string, rows: readonly Kept[], answers: Parameters<typeof fakeServer>[0] = {}) {
  visits += 1;
  const userId = String(visits);
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /me': () => Response.json({ data: { id: userId, role: 'secretary', name: 'Петрова Анна Андреевна' } }),
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'GET /protocols': () => pageOf([protocol]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([]),
    ...answers,
  });
  await connectivity.probe();
  const [row] = await keepRows(userId, rows);
  await session.save({ token: 'good', role: 'secretary', userId });
  const app = openApp(`${path}?write=${row?.id}`);
  await waitFor(() => expect(outbox.list()).toHaveLength(rows.length));
  return { server, row, ...app };
}

const leave = async ({ person }: Pick<Awaited<ReturnType<typeof open>>, 'person'>) =>
  person.click(screen.getByRole('link', { name: 'Встречи' }));

test('a refusal that is being corrected is not announced again when the queue is processed', async () => {
  const { person } = await open('/main/protocols/p1', [head]);
  const number = await screen.findByLabelText('Номер');
  await waitFor(() => expect(number).toHaveAccessibleDescription(new RegExp(taken)));
  await person.type(screen.getByLabelText('Место'), ', зал');
  // Like a change by another tab, or another try of another write.
  const before = outbox.list()[0];
  await act(() => outbox.retry('of another tab'));
  // The row was read again and is equal: no component is notified.
  expect(outbox.list()[0]).toBe(before);
  expect(screen.getByLabelText('Место')).toHaveFocus();
});

test.each(['Отмена', 'Сохранить'])(
  'a refused head with edits no longer asks before leaving once it is closed: %s',
  async (way) => {
    const app = await open('/main/protocols/p1', [head], {
      'PUT /protocols/p1': () => Response.json({ data: { ...protocol, number: '43', version: 4 } }),
    });
    const { person } = app;
    const kept = await screen.findByRole('region', { name: /^Протокол «Совет»: данные/ });
    const number = within(kept).getByLabelText('Номер');
    await person.clear(number);
    await person.type(number, '43');
    expect(isSafeToReload()).toBe(false);
    await person.click(within(kept).getByRole('button', { name: way }));
    await waitFor(() => expect(app.address()).toBe('/main/protocols/p1'));
    expect(isSafeToReload()).toBe(true);
    await leave(app);
    await waitFor(() => expect(app.address()).toMatch(/^\/main\/meetings/));
  },
);

test('corrections to a refused new protocol are not discarded without asking', async () => {
  const app = await open('/main/protocols/add', [creation]);
  const { person } = app;
  const number = await screen.findByLabelText('Номер');
  expect(isSafeToReload()).toBe(true);
  await person.clear(number);
  await person.type(number, '43');
  expect(isSafeToReload()).toBe(false);
  await leave(app);
  const question = await screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(screen.getByLabelText('Номер')).toHaveValue('43');
});

test('sending a refused new protocol again opens its sheet without asking', async () => {
  const made = { ...protocol, id: 'p2', number: '43' };
  const { person, address } = await open('/main/protocols/add', [creation], {
    'POST /protocols': () => Response.json({ data: made }, { status: 201 }),
    'GET /protocols/p2': () => Response.json({ data: made }),
  });
  const number = await screen.findByLabelText('Номер');
  await person.clear(number);
  await person.type(number, '43');
  await person.click(screen.getByRole('button', { name: 'Отправить ещё раз' }));
  await waitFor(() => expect(address()).toBe('/main/protocols/p2'));
  await waitFor(() => expect(outbox.list()).toEqual([]));
});

test('a document says that it lacks unsent changes, on the sheet and in the list', async () => {
  URL.createObjectURL = () => 'blob:document';
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const pdf = () => new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } });
  const { person, router } = await open('/main/protocols/p1', [head], { 'GET /protocols/p1/documents/pdf': pdf });
  await person.click(await screen.findByRole('button', { name: 'Документы' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Скачать PDF' }));
  expect(await screen.findByText('PDF — без неотправленных изменений.')).toBeVisible();
  await act(() => router.navigate('/main/protocols'));
  await person.click(await screen.findByRole('button', { name: 'Действия: Совет' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Скачать PDF' }));
  expect(await screen.findByText('PDF — без неотправленных изменений.')).toBeVisible();
  expect(click).toHaveBeenCalledTimes(2);
  await act(() => outbox.discard(outbox.list()[0]?.id ?? ''));
  await act(() => router.navigate('/main/protocols/p1'));
  await person.click(await screen.findByRole('button', { name: 'Документы' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Скачать PDF' }));
  await waitFor(() => expect(click).toHaveBeenCalledTimes(3));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [new StorageFullError(), /На устройстве нет места/],
  [new DOMException('The connection is closing', 'InvalidStateError'), /Память устройства не отвечает/],
])('a correction that the device cannot store is reported where it was made: %s', async (error, words) => {
  const conflict = { ...fault, code: 'version_conflict', current: { ...protocol, version: 8, number: '7' } };
  const rows = [head, { ...head, state: 'conflict', fault: conflict, subject: 'p1' } as const, creation];
  const { person, router } = await open('/main/protocols/p1', rows);
  vi.spyOn(store, 'changeOutbox').mockRejectedValue(error);
  await person.click(await screen.findByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText(words)).toBeVisible();
  const [, stale, made] = outbox.list();
  await act(() => router.navigate(`/main/protocols/p1?write=${stale?.id}`));
  await person.click(await screen.findByRole('button', { name: 'Сохранить выбранное' }));
  expect(await screen.findByText(words)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Отмена' }));
  await act(() => router.navigate(`/main/protocols/add?write=${made?.id}`));
  await person.click(await screen.findByRole('button', { name: 'Отправить ещё раз' }));
  expect(await screen.findByText(words)).toBeVisible();
  vi.mocked(store.changeOutbox).mockRestore();
});
