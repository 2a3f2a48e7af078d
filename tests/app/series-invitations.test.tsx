import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MeetingInvitations } from '#contract/meetings/invitation.ts';
import { outbox } from '#src/sync/index.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { noConnection } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { editForm, findLine, loseLine, newForm, open } from './support/open-meetings.tsx';

afterEach(() => localStorage.removeItem('meeting-invite'));
afterEach(forgetWrites);

// Tuesdays of a future year.
const days = ['2031-03-04', '2031-03-11', '2031-03-18'];
const series = {
  ...{ id: 's', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3', first: '2031-03-04', time: '10:00', minutes: 60 },
  ...{ time_zone: 'Europe/Moscow', holidays: 'next' },
};
const guests = [{ id: 'g1', name: 'Щукин Пётр', email: 'guest@example.ru' }];
const meetings = days.map((day) => {
  const id = `s-${day.replaceAll('-', '')}`;
  const times = { start_at: new Date(`${day}T10:00`).toISOString(), end_at: new Date(`${day}T11:00`).toISOString() };
  return { id, title: 'Совет', ...times, series, occurrence: day, own_fields: [], participant_ids: [], guests };
});
const address = '?view=list&date=2031-03-11';
const untold: MeetingInvitations = {
  people: [{ user_id: null, guest_id: 'g1', name: 'Щукин Пётр', email: 'guest@example.ru', state: 'none' }],
  sent_at: null,
  is_outdated: false,
};
const earlier = ['client-ids', 'idempotency', 'versions', 'meeting-invitations', 'meeting-series'];
const capabilities = [...earlier, 'series-invitations'];
const health = (names: readonly string[]) => () => Response.json({ status: 'ok', capabilities: names });

function openSeries(names: readonly string[], at = `${address}&meeting=s-20310311`) {
  return open(
    {
      'GET /health': health(names),
      'GET /meetings': () => Response.json({ data: meetings }),
      ...Object.fromEntries(
        meetings.map(({ id }) => [`GET /meetings/${id}/invitations`, () => Response.json({ data: untold })]),
      ),
      'POST /meetings/s-20310311/invitations': () => Response.json({ data: untold }),
      'POST /meeting-series/s/invitations': () => Response.json({ data: { id: 's', meetings: 2, people: 1 } }),
      'POST /meeting-series': () => Response.json({ data: { id: 'n', made: 53 } }, { status: 201 }),
    },
    at,
  );
}
type Opened = ReturnType<typeof openSeries>;
const posted = ({ server }: Opened) =>
  server.received.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
const press = async ({ person }: Opened) => {
  const details = await screen.findByRole('dialog', { name: 'Совет' });
  await person.click(await within(details).findByRole('button', { name: 'Отправить приглашения' }));
  return details;
};

test.each([
  ['Только эту встречу', '/meetings/s-20310311/invitations', undefined],
  ['Эту и следующие', '/meeting-series/s/invitations', '2031-03-11'],
  ['Все предстоящие', '/meeting-series/s/invitations', '2031-03-04'],
])('invitations from a meeting of a series go to «%s»', async (reach, path, from) => {
  const opened = openSeries(capabilities);
  await press(opened);
  const question = await screen.findByRole('alertdialog', { name: 'Пригласить на встречу серии' });
  await opened.person.click(within(question).getByRole('radio', { name: reach }));
  expect(within(question).queryByText(/одно письмо обо всех встречах/) !== null).toBe(from !== undefined);
  await opened.person.click(within(question).getByRole('button', { name: 'Отправить приглашения' }));
  await waitFor(() => expect(posted(opened)).toHaveLength(1));
  expect(posted(opened)).toEqual([{ path, body: { id: expect.any(String), ...(from && { from }) } }]);
});

test('offline the round of a series waits, and each of its meetings says so', async () => {
  const opened = openSeries(capabilities);
  const details = await screen.findByRole('dialog', { name: 'Совет' });
  await within(details).findByRole('button', { name: 'Отправить приглашения' });
  await loseLine(opened.server);
  await press(opened);
  const question = await screen.findByRole('alertdialog', { name: 'Пригласить на встречу серии' });
  await opened.person.click(within(question).getByRole('radio', { name: 'Эту и следующие' }));
  await opened.person.click(within(question).getByRole('button', { name: 'Отправить приглашения' }));
  expect(
    await within(details).findByText(/Письма участникам: сохранено на устройстве, ожидает отправки/),
  ).toBeVisible();
  expect(within(details).queryByRole('button', { name: 'Отправить приглашения' })).toBeNull();
  expect(outbox.list().map(({ title }) => title)).toEqual(['Приглашения на встречи серии «Совет»']);
  findLine(opened.server);
  opened.server.answers['GET /health'] = health(capabilities);
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(posted(opened).map(({ path }) => path)).toEqual(['/meeting-series/s/invitations']);
});

test('an earlier server is sent the invitations to one meeting, without a question', async () => {
  const opened = openSeries(earlier);
  await press(opened);
  await waitFor(() => expect(posted(opened).map(({ path }) => path)).toEqual(['/meetings/s-20310311/invitations']));
});

async function fillSeries({ person }: Opened) {
  const form = await newForm();
  await person.type(within(form).getByRole('textbox', { name: 'Название' }), 'Комиссия');
  await person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'Каждый четверг');
  await within(form).findByText(/^Каждый четверг до/);
  await person.click(within(form).getByRole('button', { name: 'Добавить гостя' }));
  await person.keyboard('Щукин Пётр');
  await person.type(await within(form).findByLabelText('E-mail гостя'), 'guest@example.ru');
  return form;
}

test('offline a new series and its invitations are queued, and sent in this order', async () => {
  const opened = openSeries(capabilities, `${address}&new=2031-03-13T15:00`);
  const { person, server } = opened;
  const form = await fillSeries(opened);
  expect(within(form).getByRole('checkbox', { name: 'Отправить приглашения' })).not.toBeChecked();
  await person.click(within(form).getByRole('checkbox', { name: 'Отправить приглашения' }));
  server.answers['GET /health'] = noConnection;
  server.answers['POST /meeting-series'] = noConnection;
  act(() => connectivity.reportFailure());
  await person.click(within(form).getByRole('button', { name: 'Создать встречи' }));
  expect(await screen.findByText(/Письма участникам готовятся/)).toBeVisible();
  const [creation, round] = outbox.list();
  server.received.length = 0;
  server.answers['POST /meeting-series'] = () => Response.json({ data: { id: creation?.subject } }, { status: 201 });
  server.answers[`POST /meeting-series/${creation?.subject}/invitations`] = () =>
    Response.json({ data: { id: creation?.subject, meetings: 53, people: 1 } });
  findLine(server);
  server.answers['GET /health'] = health(capabilities);
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(posted(opened).map(({ path }) => path)).toEqual([
    '/meeting-series',
    `/meeting-series/${creation?.subject}/invitations`,
  ]);
  expect(round?.request.body).toEqual({ id: expect.any(String), from: '2031-03-13' });
});

test('a new series on an earlier server says from where its invitations are sent, and sends none', async () => {
  localStorage.setItem('meeting-invite', 'yes');
  const opened = openSeries(earlier, `${address}&new=2031-03-13T15:00`);
  const form = await fillSeries(opened);
  expect(within(form).getByText('Приглашения отправляются из каждой встречи.')).toBeVisible();
  await opened.person.click(within(form).getByRole('button', { name: 'Создать встречи' }));
  await screen.findByText(/^Серия создана/);
  expect(posted(opened).map(({ path }) => path)).toEqual(['/meeting-series']);
});

const invited = { invited: 1, coming: 0, sent_at: '2031-02-01T07:00:00Z' };
function openInvited(names: readonly string[]) {
  const opened = openSeries(names, `${address}&meeting=s-20310311&edit=1`);
  opened.server.answers['GET /meetings'] = () =>
    Response.json({ data: meetings.map((each) => ({ ...each, invitations: invited })) });
  opened.server.answers['PUT /meeting-series/s'] = () => Response.json({ data: { id: 's', changed: 2 } });
  return opened;
}
/** Changes the series from the meeting on, with the tick that the invited hear of it. */
async function changeAndTell({ person }: Opened, reach: string, edit: (form: HTMLElement) => Promise<void>) {
  const form = await editForm();
  await edit(form);
  await person.click(await within(form).findByRole('checkbox', { name: 'Сообщить об изменении' }));
  await person.click(within(form).getByRole('button', { name: 'Сохранить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Изменить встречу серии' });
  await person.click(within(question).getByRole('radio', { name: reach }));
  await person.click(within(question).getByRole('button', { name: 'Сохранить' }));
}
const moveRoom =
  ({ person }: Opened) =>
  (form: HTMLElement) =>
    person.type(within(form).getByRole('textbox', { name: 'Место' }), 'Зал 5');
const writes = ({ server }: Opened) =>
  server.received
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/meeting-series/'))
    .map(({ method, path }) => `${method} ${path}`);

test.each([
  ['Эту и следующие', '2031-03-11'],
  ['Все предстоящие', '2031-03-04'],
])('a change of a series is told to the invited after it is saved: «%s»', async (reach, from) => {
  const opened = openInvited(capabilities);
  await changeAndTell(opened, reach, moveRoom(opened));
  expect(await screen.findByText(/Письма участникам готовятся/)).toBeVisible();
  await waitFor(() => expect(writes(opened)).toEqual(['PUT /meeting-series/s', 'POST /meeting-series/s/invitations']));
  const { body: change } = opened.server.received.find(({ method }) => method === 'PUT') ?? {};
  expect(posted(opened)[0]?.body).toEqual({ id: (change as { id: string }).id, from });
});

test('offline a change of a series and its mails are queued, and sent in this order', async () => {
  const opened = openInvited(capabilities);
  const { person, server } = opened;
  const form = await editForm();
  await within(form).findByRole('checkbox', { name: 'Сообщить об изменении' });
  server.answers['PUT /meeting-series/s'] = noConnection;
  await loseLine(server);
  await changeAndTell(opened, 'Эту и следующие', async (each) => {
    const start = within(each).getByRole('group', { name: 'Начало' });
    await person.click(within(start).getByRole('spinbutton', { name: /час/ }));
    await person.keyboard('12');
  });
  await waitFor(() => expect(outbox.list()).toHaveLength(2));
  const newId = String(outbox.list()[0]?.request.body?.id);
  server.received.length = 0;
  server.answers['PUT /meeting-series/s'] = () => Response.json({ data: { id: newId, changed: 2 } });
  server.answers[`POST /meeting-series/${newId}/invitations`] = () =>
    Response.json({ data: { id: newId, meetings: 2, people: 1 } });
  findLine(server);
  server.answers['GET /health'] = health(capabilities);
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(writes(opened)).toEqual(['PUT /meeting-series/s', `POST /meeting-series/${newId}/invitations`]);
  expect(posted(opened)[0]?.body).toEqual({ id: newId, from: '2031-03-11' });
});

test('on an earlier server whoever ticks that the invited hear of a change of a series reads that they have not yet', async () => {
  const opened = openInvited(earlier);
  await changeAndTell(opened, 'Эту и следующие', moveRoom(opened));
  expect(await screen.findByText(/Участникам об этом ещё не сообщено/)).toBeVisible();
  expect(posted(opened)).toEqual([]);
});
