import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MeetingInvitations } from '#contract/meetings/invitation.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { endUndo } from './support/end-undo.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { budget, fillTitle, findLine, loseLine, newForm, open, sent } from './support/open-meetings.tsx';

afterEach(() => {
  localStorage.removeItem('meeting-invite');
  localStorage.removeItem('meeting-notify');
});
afterEach(forgetWrites);

const capabilities = ['client-ids', 'idempotency', 'meeting-invitations'];
const ahead = { start_at: '2035-03-20T11:00:00Z', end_at: '2035-03-20T12:00:00Z' };
const guest = { id: 'g1', name: 'Щукин Пётр', email: 'shchukin@partner.ru' };
const council = { ...budget, ...ahead, files: [], guests: [guest] };
const days = '?view=list&date=2035-03-20';

function openInviting(meeting: object, invitations: MeetingInvitations) {
  return open(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities }),
      'GET /meetings': () => Response.json({ data: [meeting] }),
      'GET /meetings/m1/invitations': () => Response.json({ data: invitations }),
      'POST /meetings/m1/invitations': () => Response.json({ data: invitations }),
      'PUT /meetings/m1': ({ body }) => Response.json({ data: { ...meeting, ...(body as object) } }),
    },
    days,
  );
}

const orlova = { user_id: 'u2', guest_id: null, name: 'Орлова Елена Викторовна', email: 'orlova@example.ru' };
const shchukin = { user_id: null, guest_id: 'g1', name: guest.name, email: guest.email };
const untold: MeetingInvitations = {
  people: [
    { ...orlova, state: 'none' },
    { ...shchukin, state: 'none' },
  ],
  sent_at: null,
  is_outdated: false,
};
const told: MeetingInvitations = {
  people: [
    { ...orlova, state: 'sent', answer: 'yes', answered_at: '2035-03-01T09:00:00Z', note: 'Подключусь по видео' },
    {
      ...shchukin,
      state: 'failed',
      error: 'Почтовый ящик не найден: 550 No such mailbox',
      previous_answer: 'yes',
      note: 'В четверг опоздаю',
    },
  ],
  sent_at: '2035-03-01T08:00:00Z',
  is_outdated: true,
};

async function openMeeting(person: ReturnType<typeof open>['person']) {
  await person.click(await screen.findByRole('link', { name: budget.title }));
  return screen.findByRole('dialog', { name: budget.title });
}

test('invitations are sent only when the button is pressed', async () => {
  const { server, person } = openInviting(council, untold);
  const details = await openMeeting(person);
  await person.click(await within(details).findByRole('button', { name: 'Отправить приглашения' }));
  await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
  expect(sent(server, 'POST')[0]).toMatchObject({ path: '/meetings/m1/invitations', body: { id: expect.any(String) } });
  expect(sent(server, 'PUT')).toEqual([]);
});

test('answers, failed mails and pending notifications are shown beside the people', async () => {
  const { person } = openInviting({ ...council, invitations: { invited: 2, coming: 1, refused: 1 } }, told);
  expect(await screen.findByRole('link', { name: /1 из 2 придёт, 1.письмо не дошло/ })).toBeVisible();
  const details = await openMeeting(person);
  expect(await within(details).findByText('1 из 2 придёт')).toBeVisible();
  const [first, second] = within(details).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Орлова Елена Викторовна.*придёт.*«Подключусь по видео»/);
  expect(second).toHaveTextContent(
    /Щукин Пётр.*нет ответа после переноса.*письмо не отправлено: почтовый ящик не найден: 550 No such mailbox$/,
  );
  expect(within(details).getByRole('button', { name: 'Сообщить об изменении' })).toBeVisible();
});

test('the form takes guests, checks their e-mail, and sends invitations if chosen, which is remembered', async () => {
  const { server, person } = openInviting(council, untold);
  await screen.findByRole('link', { name: budget.title });
  server.answers['POST /meetings'] = ({ body }) => Response.json({ data: body }, { status: 201 });
  await person.click(screen.getByRole('link', { name: 'Новая встреча' }));
  const form = within(await newForm());
  await fillTitle(person, 'Совет');
  expect(form.queryByLabelText('Отправить приглашения')).not.toBeInTheDocument();
  await person.click(form.getByRole('button', { name: 'Добавить гостя' }));
  await person.keyboard('Котов Илья');
  await person.type(await form.findByLabelText('E-mail гостя'), 'не адрес');
  await person.click(form.getByLabelText('Отправить приглашения'));
  await person.click(await form.findByRole('button', { name: 'Создать встречу' }));
  expect(await form.findByText('Неверный формат e-mail')).toBeVisible();
  expect(sent(server, 'POST')).toEqual([]);
  await person.clear(form.getByLabelText('E-mail гостя'));
  await person.type(form.getByLabelText('E-mail гостя'), 'kotov@example.ru');
  await person.click(form.getByRole('button', { name: 'Создать встречу' }));
  expect(await screen.findByText(/Письма участникам готовятся/)).toBeVisible();
  await waitFor(() => expect(sent(server, 'POST')).toHaveLength(2));
  const [made, invited] = sent(server, 'POST');
  const { id, guests } = (made?.body ?? {}) as { id: string; guests: object[] };
  expect(guests).toMatchObject([{ name: 'Котов Илья', email: 'kotov@example.ru' }]);
  expect(invited?.path).toBe(`/meetings/${id}/invitations`);
  expect(localStorage.getItem('meeting-invite')).toBe('yes');
});

test('offline the meeting and its invitations are queued, and sent in this order', async () => {
  const { server, person } = openInviting(council, told);
  const details = await openMeeting(person);
  await within(details).findByText('1 из 2 придёт');
  await person.click(within(details).getByRole('button', { name: 'Изменить' }));
  const form = within(await screen.findByRole('dialog', { name: 'Изменить встречу' }));
  await loseLine(server);
  await person.type(form.getByLabelText('Место'), ' и видео');
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Встреча сохранена');
  const again = await openMeeting(person);
  await person.click(await within(again).findByRole('button', { name: 'Сообщить об изменении' }));
  expect(await within(again).findByText(/Письма участникам: сохранено на устройстве, ожидает отправки/)).toBeVisible();
  expect(sent(server, 'POST')).toEqual([]);
  findLine(server);
  server.answers['GET /health'] = () => Response.json({ status: 'ok', capabilities });
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const writes = server.received.filter(({ method, path }) => method !== 'GET' && path.startsWith('/meetings'));
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /meetings/m1',
    'POST /meetings/m1/invitations',
  ]);
});

test('a meeting with invitations can be called off with a mail or deleted without one', async () => {
  const { server, person } = openInviting({ ...council, invitations: { invited: 2, coming: 1 } }, told);
  server.answers['DELETE /meetings/m1/invitations'] = () => new Response(null, { status: 204 });
  const details = await openMeeting(person);
  await person.click(within(details).getByRole('button', { name: 'Действия со встречей' }));
  expect(await screen.findByRole('menuitem', { name: 'Удалить без писем' })).toBeVisible();
  await person.click(screen.getByRole('menuitem', { name: 'Отменить и сообщить' }));
  expect(await screen.findByText('Встреча отменена')).toBeVisible();
  // Two lines of it are seen, and names are long.
  expect(screen.getByText(/^Письма уйдут, когда отменить это будет уже нельзя/)).toBeVisible();
  // Nobody is notified during the undo period.
  expect(sent(server, 'DELETE')).toEqual([]);
  await endUndo();
  await waitFor(() => expect(sent(server, 'DELETE').map(({ path }) => path)).toEqual(['/meetings/m1/invitations']));
});

test('a meeting can be called off while its first invitations wait on the device', async () => {
  const { server, person } = openInviting(council, untold);
  const details = await openMeeting(person);
  const invite = await within(details).findByRole('button', { name: 'Отправить приглашения' });
  await loseLine(server);
  await person.click(invite);
  await waitFor(() => expect(outbox.list()).toHaveLength(1));
  await person.click(within(details).getByRole('button', { name: 'Действия со встречей' }));
  expect(await screen.findByRole('menuitem', { name: 'Отменить и сообщить' })).toBeVisible();
});

test('calling off a meeting that is gone or another’s fails instead of claiming that people were told', async () => {
  const { server, person } = openInviting({ ...council, invitations: { invited: 2, coming: 1 } }, told);
  const words = 'Встреча не найдена';
  server.answers['DELETE /meetings/m1/invitations'] = () =>
    Response.json({ message: words, code: 'not_found' }, { status: 404 });
  const details = await openMeeting(person);
  await person.click(within(details).getByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Отменить и сообщить' }));
  await screen.findByText('Встреча отменена');
  await endUndo();
  await waitFor(() => expect(sent(server, 'DELETE')).toHaveLength(1));
  await waitFor(() => expect(outbox.list()).toMatchObject([{ state: 'failed', fault: { message: words } }]));
});
