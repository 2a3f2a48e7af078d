import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ProtocolUpdate } from '#contract/protocols/protocol.ts';
import { type RunningRecording, setRunning } from '#src/data/recording/index.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(async () => {
  act(() => setRunning(undefined));
  await forgetWrites();
});

const state = { phase: 'paused', size: 0, room: undefined };

/** Stands for a recording at this second. */
function record(seconds: { now: number }): void {
  const session = {
    id: 'r1',
    protocolId: 'p1',
    state: () => state,
    subscribe: () => () => undefined,
    elapsed: () => seconds.now * 1000,
    end: async () => 'stopped',
  };
  act(() => setRunning({ session, stream: new EventTarget(), mode: 'sound' } as unknown as RunningRecording));
}

function open(capabilities: string[], change: object = {}) {
  signInAs('secretary');
  let protocol: Record<string, unknown> = {
    id: 'p1',
    stage: 'no_video',
    title: 'Планёрка',
    version: 1,
    agenda: [
      { id: 'a1', title: 'О смете', listened: 'Доклад', decisions: [{ id: 'd1', text: 'Сверить счета' }], ...change },
    ],
    tasks: [],
    members: [],
    marks: [],
  };
  const item = (data: () => unknown) => () => Response.json({ data: data() });
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /protocols/p1': item(() => protocol),
    'PUT /protocols/p1': ({ body }) => {
      protocol = { ...protocol, ...(body as object), version: 2 };
      return Response.json({ data: protocol });
    },
    'POST /protocols/p1/marks': ({ body }) => Response.json({ data: body }, { status: 201 }),
    'POST /protocols/p1/tasks': ({ body }) =>
      Response.json({ data: { status: 'new', ...(body as object) } }, { status: 201 }),
    'GET /users': () => pageOf([]),
  });
  return { server, ...openApp('/main/protocols/p1') };
}

const ours = ['client-ids', 'idempotency', 'versions', 'marks'];
const sent = ({ received }: ReturnType<typeof fakeServer>, call: string) =>
  received.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
const press = (code: string) => fireEvent.keyDown(document.activeElement ?? document.body, { code, altKey: true });

test('text typed while a recording runs gets its moment; a key marks the beginning of the question', async () => {
  const { server, person } = open(ours);
  await person.click(await screen.findByText('Доклад'));
  const seconds = { now: 12.34 };
  record(seconds);
  await person.type(await screen.findByRole('textbox', { name: 'Слушали' }), '.');
  seconds.now = 20;
  await screen.findByRole('toolbar', { name: 'Отметки в записи' });
  press('KeyQ');
  expect(await screen.findByText('Вопрос 1 начинается: 0:20')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  const agenda = () => (sent(server, 'PUT /protocols/p1').at(-1) as ProtocolUpdate | undefined)?.agenda;
  await waitFor(() =>
    expect(agenda()?.[0]).toMatchObject({
      evidence: { start: 20, recording_id: 'r1' },
      moments: { listened: { start: 12.3, recording_id: 'r1' } },
    }),
  );
});

test('while a recording runs, stopping it is the only primary button', async () => {
  open(ours);
  const primaries = () => [...document.querySelectorAll('.primary')].map(({ textContent }) => textContent);
  await screen.findByRole('button', { name: 'Завершить' });
  expect(primaries()).toEqual(['Завершить']);
  record({ now: 10 });
  await waitFor(() => expect(primaries()).toEqual(['Остановить и отправить']));
  expect(screen.getByRole('button', { name: 'Завершить' })).toBeVisible();
});

test('a task gets the moment when its typing began, a task from a decision that of the press', async () => {
  const { server, person } = open(ours);
  await person.click(await screen.findByRole('tab', { name: /Поручения/ }));
  const seconds = { now: 30 };
  record(seconds);
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  const form = within(await screen.findByRole('form', { name: 'Новое поручение' }));
  const task = () => sent(server, 'POST /protocols/p1/tasks').at(-1);
  for (const start of [30, 50]) {
    seconds.now = start;
    await person.type(await form.findByLabelText('Что сделать'), 'Отчёт');
    seconds.now = start + 10;
    await person.click(form.getByRole('button', { name: 'Добавить поручение' }));
    await waitFor(() => expect(task()).toMatchObject({ evidence: { start, recording_id: 'r1' } }));
    // The form is for the next one once this one is kept.
    await waitFor(() => expect(form.getByLabelText('Что сделать')).toHaveValue(''));
  }
  seconds.now = 90;
  await person.click(screen.getByRole('button', { name: 'Поручение из решения 1.1.' }));
  await waitFor(() => expect(task()).toMatchObject({ decision_id: 'd1', evidence: { start: 90, recording_id: 'r1' } }));
});

test('the moment of a passage is shown beside its heading, both in reading and in editing', async () => {
  const { person } = open(ours, { moments: { listened: { start: 75 } } });
  const moment = () => screen.getByRole('button', { name: 'Показать запись с 1:15' });
  expect(await screen.findByRole('heading', { name: 'Слушали' })).toBeVisible();
  expect(moment().previousElementSibling).toHaveTextContent('Слушали');
  await person.click(screen.getByText('Доклад'));
  expect(await screen.findByRole('textbox', { name: 'Слушали' })).toHaveFocus();
  expect(moment()).toHaveTextContent('1:15');
});

test('a mark is stored at the press, its text follows, and the caret returns', async () => {
  const { server, person } = open(ours);
  await person.click(await screen.findByText('Доклад'));
  record({ now: 61 });
  const place = await screen.findByRole('textbox', { name: 'Слушали' });
  await screen.findByRole('button', { name: /^Отметка/ });
  place.focus();
  press('KeyM');
  const words = await screen.findByRole('textbox', { name: 'Отметка 1:01' });
  await waitFor(() =>
    expect(sent(server, 'POST /protocols/p1/marks')[0]).toMatchObject({ at: 61, agenda_id: 'a1', recording_id: 'r1' }),
  );
  await person.type(words, 'Спорное место{Enter}');
  expect(place).toHaveFocus();
  const list = await screen.findByRole('region', { name: 'Отметки в записи' });
  expect(await within(list).findByText('Спорное место')).toBeVisible();
});

test('a second mark keeps the text of the first, and the caret returns to where the first was made', async () => {
  const { person } = open(ours);
  await person.click(await screen.findByText('Доклад'));
  const seconds = { now: 61 };
  record(seconds);
  const place = await screen.findByRole('textbox', { name: 'Слушали' });
  await screen.findByRole('button', { name: /^Отметка/ });
  place.focus();
  press('KeyM');
  await person.type(await screen.findByRole('textbox', { name: 'Отметка 1:01' }), 'Спорное место');
  seconds.now = 70;
  press('KeyM');
  const second = await screen.findByRole('textbox', { name: 'Отметка 1:10' });
  expect(second).toHaveFocus();
  expect(screen.queryByRole('textbox', { name: 'Отметка 1:01' })).toBeNull();
  await person.type(second, 'Спросить ещё{Enter}');
  expect(place).toHaveFocus();
  const list = within(await screen.findByRole('region', { name: 'Отметки в записи' }));
  for (const words of ['Спорное место', 'Спросить ещё']) expect(await list.findByText(words)).toBeVisible();
});

test('a mark being typed when the recording ends can be finished and is stored', async () => {
  const { person } = open(ours);
  await person.click(await screen.findByText('Доклад'));
  record({ now: 61 });
  await screen.findByRole('button', { name: /^Отметка/ });
  press('KeyM');
  await person.type(await screen.findByRole('textbox', { name: 'Отметка 1:01' }), 'Спорное');
  act(() => setRunning(undefined));
  await person.keyboard(' место{Enter}');
  const list = within(await screen.findByRole('region', { name: 'Отметки в записи' }));
  expect(await list.findByText('Спорное место')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Отметки в записи' })).toBeNull());
});

test('text that the device cannot store stays in its field: of a new mark, and in the list', async () => {
  const { person } = open(ours);
  await person.click(await screen.findByText('Доклад'));
  record({ now: 61 });
  await screen.findByRole('button', { name: /^Отметка/ });
  press('KeyM');
  const list = within(await screen.findByRole('region', { name: 'Отметки в записи' }));
  const keep = vi.spyOn(outbox, 'enqueue').mockRejectedValue(new Error('нет места'));
  await person.type(screen.getByRole('textbox', { name: 'Отметка 1:01' }), 'Спорное место{Enter}');
  expect(await screen.findByText(/^Слова отметки не сохранены\./)).toBeVisible();
  const field = await screen.findByRole('textbox', { name: 'Отметка 1:01' });
  expect(field).toHaveValue('Спорное место');
  keep.mockRestore();
  await person.type(field, '{Enter}');
  expect(await list.findByText('Спорное место')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Отметка 1:01' })).toBeNull());

  await person.click(list.getByRole('button', { name: 'Действия: отметка 1:01' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить слова' }));
  const again = vi.spyOn(outbox, 'enqueue').mockRejectedValue(new Error('нет места'));
  await person.type(list.getByLabelText('Слова отметки 1:01'), ' ещё раз{Enter}');
  await waitFor(() => expect(again).toHaveBeenCalled());
  await waitFor(() => expect(screen.getAllByText(/^Слова отметки не сохранены\./)).not.toHaveLength(0));
  expect(list.getByLabelText('Слова отметки 1:01')).toHaveValue('Спорное место ещё раз');
  again.mockRestore();
  await person.type(list.getByLabelText('Слова отметки 1:01'), '{Enter}');
  expect(await list.findByText('Спорное место ещё раз')).toBeVisible();
});

test('only the question can be marked where the server does not support marks', async () => {
  open(['client-ids', 'idempotency', 'versions']);
  await screen.findByText('Доклад');
  record({ now: 5 });
  expect(await screen.findByRole('button', { name: 'Сейчас этот вопрос' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отметка' })).toBeNull();
});
