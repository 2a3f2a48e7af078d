import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTask, updateTask } from '#src/data/task/index.ts';
import { timeFields } from '#src/features/meetings/base/meeting-times.ts';
import { writeTimes } from '#src/features/meetings/calendar/use-move-meeting.ts';
import { saveMeeting } from '#src/features/meetings/form/save-meeting.ts';
import { saveTask, taskFormOf } from '#src/features/protocol/tasks/save-task.ts';
import { saveProfile } from '#src/features/settings/profile-form.tsx';
import { mutate } from '#src/sync/index.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { session } from '#src/sync/page/session.ts';
import { store } from '#src/sync/page/store.ts';
import { StorageFullError } from '#src/sync/store/store.ts';
import { fakeServer, noConnection, ourHealth, type Received, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { signInAs } from './support/open-app.tsx';

beforeAll(() => outbox.start());
afterEach(forgetWrites);

const form = { isOpen: () => false };
const times = { start_at: '2031-03-20T11:00:00+03:00', end_at: '2031-03-20T12:00:00+03:00' };
const meeting = { id: 'm1', title: 'Совет', place: 'Зал', ...times, room_code: 'B-12' };
const moved = { start: new Date(2031, 2, 21, 11), end: new Date(2031, 2, 21, 12) };
const due = new Date(2031, 2, 20, 12).toISOString();
const task = { id: 't1', status: 'new' as const, title: 'Отчёт', protocol_id: 'p1', assignee_id: 'u2', due_at: due };
const protocol = { id: 'p1', stage: 'finish' as const };
const shownTask = taskFormOf(task, () => 'Ким Дарья');
const body = {
  title: 'Совет',
  place: 'Дом',
  ...times,
  link: null,
  description: null,
  participant_ids: [],
  body_id: null,
  guests: [],
};
const me = { id: '7', name: 'Петрова Анна', position: 'секретарь' };

const edits = [
  {
    name: 'a task',
    save: () =>
      saveTask({ protocol, task, shown: shownTask, form: { ...shownTask, title: 'Отчёт 2' }, newId: 'n' }, form),
    path: '/protocols/tasks/t1',
    own: { title: 'Отчёт 2' },
    whole: { status: 'new', assignee_id: 'u2', due_at: due },
  },
  {
    name: 'a meeting',
    save: () =>
      saveMeeting(
        { body, changed: { place: 'Дом' }, files: [], removedFileIds: [], invites: false, invitesToSeries: false },
        { id: 'n', existing: meeting, refused: undefined, form },
      ),
    path: '/meetings/m1',
    own: { place: 'Дом' },
    whole: { title: 'Совет', room_code: 'B-12' },
  },
  {
    name: 'the time of a meeting',
    save: () => writeTimes(meeting, moved, form),
    path: '/meetings/m1',
    own: timeFields(moved),
    whole: { title: 'Совет', place: 'Зал', room_code: 'B-12' },
  },
  {
    name: 'the own profile',
    save: () =>
      saveProfile({ me, change: { name: 'Смирнова Анна' }, picture: 'keep' }, { form, refused: undefined, rows: [] }),
    path: '/users/7',
    own: { name: 'Смирнова Анна' },
    whole: { position: 'секретарь' },
  },
];

/** There is a connection, but the server's answers are lost: this device does not know whose server it is. */
async function openUnknown() {
  await session.save({ token: crypto.randomUUID() });
  signInAs('secretary');
  const server = fakeServer({ 'GET /health': noConnection });
  await vi.waitFor(() => expect(outbox.isFirstReadOver()).toBe(true), { timeout: 15_000 });
  return server;
}

async function reach(server: Awaited<ReturnType<typeof openUnknown>>, path: string, health: () => Response) {
  server.answers[`PUT ${path}`] = () => Response.json({ data: {} });
  server.answers['GET /health'] = health;
  connectivity.reportSuccess();
  for (const { id } of outbox.list()) await outbox.retry(id);
  await vi.waitFor(() => expect(server.received.some(({ method }) => method === 'PUT')).toBe(true), {
    timeout: 15_000,
  });
  return server.received.filter(({ method }) => method === 'PUT').map((call) => call.body);
}

test.each(edits)(
  '$name, made before the capabilities are known, is queued: our server gets the change alone',
  async (edit) => {
    const server = await openUnknown();
    await edit.save();
    await vi.waitFor(() => expect(outbox.list()).toMatchObject([{ state: 'waiting' }]), { timeout: 15_000 });
    expect(await reach(server, edit.path, ourHealth)).toEqual([edit.own]);
  },
);

test.each(edits)('$name: a provider that may need a full body gets all known fields', async (edit) => {
  const server = await openUnknown();
  await edit.save();
  await vi.waitFor(() => expect(outbox.list()).toMatchObject([{ state: 'waiting' }]), { timeout: 15_000 });
  const [sent] = await reach(server, edit.path, () => refuse(404, 'not_found', 'Нет'));
  expect(sent).toMatchObject({ ...edit.whole, ...edit.own });
});

/** A device that keeps nothing, and our server, which loses its next answer, or the next request. */
async function openFull() {
  const server = await openUnknown();
  const known = new Map<string | null, () => Response>();
  const things = new Map<string, object>([['t1', task]]);
  const lost = { answers: 0, requests: 0 };
  const take = (handle: (id: string, body: { id?: string; title?: string }) => Response) => (call: Received) => {
    if (lost.requests-- > 0) return noConnection();
    const key = call.idempotencyKey;
    const answer = known.get(key) ?? (() => handle(call.path.split('/').at(-1) ?? '', call.body as object));
    const given = answer();
    known.set(key, () => given.clone());
    return lost.answers-- > 0 ? noConnection() : given.clone();
  };
  Object.assign(server.answers, {
    'GET /health': ourHealth,
    'PUT /protocols/tasks/t1': take((id, change) => {
      things.set(id, { ...things.get(id), ...change });
      return Response.json({ data: things.get(id) });
    }),
    'POST /protocols/p1/tasks': take((_, made) => {
      if (things.has(made.id ?? '')) return refuse(409, 'id_taken', 'Запись с таким идентификатором уже есть');
      things.set(made.id ?? '', { status: 'new', ...made });
      return Response.json({ data: things.get(made.id ?? '') }, { status: 201 });
    }),
  });
  const full = vi.spyOn(store, 'changeOutbox').mockRejectedValue(new StorageFullError());
  onTestFinished(() => full.mockRestore());
  const keys = () => server.received.filter(({ method }) => method === 'PUT').map((call) => call.idempotencyKey);
  return { things, lost, keys, full };
}

const change = (status: 'new' | 'done') => mutate(updateTask, { task, fields: { status }, people: [] });
const make = (title: string, id = 'n1') =>
  mutate(
    createTask,
    { id, protocolId: 'p1', protocolTitle: '', fields: { title }, people: [] },
    { form: { isOpen: () => true } },
  );

test('a full device: a change repeated after another one is applied again, not answered from its first attempt', async () => {
  const { things, lost } = await openFull();
  lost.answers = 1;
  await expect(change('done')).rejects.toMatchObject({ name: 'NoRoomError' });
  await change('new');
  await change('done');
  expect(things.get('t1')).toMatchObject({ status: 'done' });
});

test('a full device: a form edited after a lost answer is refused as already saved', async () => {
  const { things, lost } = await openFull();
  lost.answers = 1;
  await expect(make('Сверить')).rejects.toMatchObject({ name: 'NoRoomError' });
  for (const _ of [1, 2]) {
    await expect(make('Сверить счета')).rejects.toMatchObject({
      code: 'id_taken',
      message: expect.stringContaining('уже сохранено'),
    });
  }
  expect(await make('Сверить')).toMatchObject({ kept: false });
  expect(things.get('n1')).toMatchObject({ title: 'Сверить' });
});

test('a full device: a form edited after a lost request is saved as edited, and its retry succeeds', async () => {
  const { things, lost } = await openFull();
  lost.requests = 1;
  await expect(make('Сверить')).rejects.toMatchObject({ name: 'NoRoomError' });
  lost.answers = 1;
  await expect(make('Сверить счета')).rejects.toMatchObject({ name: 'NoRoomError' });
  expect(await make('Сверить счета')).toMatchObject({ kept: false });
  expect(things.get('n1')).toMatchObject({ title: 'Сверить счета' });
});

test('a full device: a form edited after a lost answer is refused as already saved, also after a lost request', async () => {
  const { things, lost } = await openFull();
  lost.answers = 1;
  await expect(make('Сверить')).rejects.toMatchObject({ name: 'NoRoomError' });
  lost.requests = 1;
  await expect(make('Сверить счета')).rejects.toMatchObject({ name: 'NoRoomError' });
  await expect(make('Сверить счета')).rejects.toMatchObject({ code: 'id_taken' });
  expect(await make('Сверить')).toMatchObject({ kept: false });
  expect(things.get('n1')).toMatchObject({ title: 'Сверить' });
});

test('a full device that has room again: a form edited after a lost answer is refused as already saved', async () => {
  const { things, lost, full } = await openFull();
  lost.answers = 1;
  await expect(make('Сверить')).rejects.toMatchObject({ name: 'NoRoomError' });
  full.mockRestore();
  await expect(make('Сверить счета')).rejects.toMatchObject({
    code: 'id_taken',
    message: expect.stringContaining('уже сохранено'),
  });
  expect(await make('Сверить')).toMatchObject({ kept: false });
  expect(things.get('n1')).toMatchObject({ title: 'Сверить' });
});

test('a full device: text replaced before it arrived can be sent by the next form', async () => {
  const { things, lost } = await openFull();
  lost.requests = 1;
  await expect(make('Сверить')).rejects.toMatchObject({ name: 'NoRoomError' });
  await make('Сверить счета');
  await make('Сверить', 'n2');
  expect(things.get('n2')).toMatchObject({ title: 'Сверить' });
});

test('a full device: the next person does not reuse the key of an unanswered mutation of the one before', async () => {
  const { lost, keys } = await openFull();
  lost.answers = 1;
  await expect(change('done')).rejects.toMatchObject({ name: 'NoRoomError' });
  const [first] = keys();
  await session.save({ token: 'of-another', role: 'secretary', userId: '8' });
  await change('done');
  expect(keys().at(-1)).not.toBe(first);
});
