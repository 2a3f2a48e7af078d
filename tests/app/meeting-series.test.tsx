import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inviteToMeeting } from '#src/data/meeting/index.ts';
import { mutate, outbox } from '#src/sync/index.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { store as deviceStore } from '#src/sync/page/store.ts';
import { StorageFullError } from '#src/sync/store/store.ts';
import { noConnection, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { editForm, file, loseLine, newForm, open } from './support/open-meetings.tsx';

afterEach(forgetWrites);
afterEach(() => void vi.useRealTimers());
afterEach(() => void Reflect.deleteProperty(document, 'visibilityState'));

// Tuesdays of a future year.
const days = ['2031-03-04', '2031-03-11', '2031-03-18', '2031-03-25'];
const series = {
  ...{ id: 's', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4', first: '2031-03-04', time: '10:00', minutes: 60 },
  ...{ time_zone: 'Europe/Moscow', holidays: 'next' },
};
const meetings = days.map((day) => {
  const id = `s-${day.replaceAll('-', '')}`;
  const times = { start_at: new Date(`${day}T10:00`).toISOString(), end_at: new Date(`${day}T11:00`).toISOString() };
  return { id, title: 'Совет', ...times, series, occurrence: day, own_fields: [], participant_ids: [] };
});
const [, second] = meetings;
const address = '?view=list&date=2031-03-11';
const capabilities = ['client-ids', 'idempotency', 'versions', 'meeting-series'];
const ours = {
  'GET /health': () => Response.json({ status: 'ok', capabilities }),
  'GET /meetings': () => Response.json({ data: meetings }),
  'PUT /meeting-series/s': () => Response.json({ data: { id: 's', changed: 4 } }),
  [`PUT /meetings/${second?.id}`]: () => Response.json({ data: second }),
};
type Opened = ReturnType<typeof open>;
const bodies = ({ server }: Opened, call: string) =>
  server.received.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);

async function save({ person }: Opened, place: string) {
  const form = await editForm();
  await person.type(within(form).getByRole('textbox', { name: 'Место' }), place);
  await person.click(within(form).getByRole('button', { name: 'Сохранить' }));
  return screen.findByRole('alertdialog', { name: 'Изменить встречу серии' });
}

test('a year of weekly meetings is created with one form', async () => {
  const opened = open(
    { ...ours, 'GET /meetings': () => Response.json({ data: [] }) },
    `${address}&new=2031-03-11T10:00`,
  );
  const { person, server } = opened;
  server.answers['POST /meeting-series'] = () => Response.json({ data: { id: 'n', made: 53 } }, { status: 201 });
  const form = await newForm();
  await person.type(within(form).getByRole('textbox', { name: 'Название' }), 'Совет');
  await person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'Каждый вторник');
  expect(
    await within(form).findByText(/^Каждый вторник до 10\.03\.2032: 53 встречи, последняя 9 марта 2032/),
  ).toBeVisible();
  await person.click(within(form).getByText(/приход[яи]т.* на нерабочие дни$/));
  expect(within(form).getByText('4 ноября: на 5 ноября')).toBeVisible();
  expect(within(form).getByText(/^Предварительно/)).toBeVisible();
  await person.click(within(form).getByRole('button', { name: 'Создать встречи' }));
  expect(await screen.findByText('Серия создана: 53 встречи')).toBeVisible();
  expect(bodies(opened, 'POST /meeting-series')).toMatchObject([
    {
      title: 'Совет',
      plan: { rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20320310', first: '2031-03-11', time: '10:00', minutes: 60 },
    },
  ]);
});

test('the summary of a new endless series begun in the past counts the meetings that will be made', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-12T12:00:00') });
  const { person } = open(
    { ...ours, 'GET /meetings': () => Response.json({ data: [] }) },
    `${address}&new=2030-03-12T10:00`,
  );
  const form = await newForm();
  await person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'Каждый вторник');
  await person.selectOptions(within(form).getByRole('combobox', { name: 'Окончание повторения' }), 'Без окончания');
  expect(await within(form).findByText(/^Каждый вторник: 105 встреч, последняя 9 марта 2032/)).toBeVisible();
});

test('a custom rule is set part by part; an invalid number is reported', async () => {
  const opened = open(
    { ...ours, 'GET /meetings': () => Response.json({ data: [] }) },
    `${address}&new=2031-03-11T10:00`,
  );
  const { person } = opened;
  const form = await newForm();
  await person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'Настроить…');
  await person.click(within(form).getByRole('checkbox', { name: 'Четверг' }));
  await person.clear(await within(form).findByRole('textbox', { name: 'Раз в сколько недель' }));
  expect(within(form).getByText('Введите число от 1 до 99')).toBeVisible();
  await person.type(within(form).getByRole('textbox', { name: 'Раз в сколько недель' }), '2');
  await person.selectOptions(within(form).getByRole('combobox', { name: 'Окончание повторения' }), 'Без окончания');
  expect(await within(form).findByText(/^Раз в две недели по вторникам и четвергам: \d+ встреч/)).toBeVisible();
});

test.each(['Раз в сколько недель', 'Число встреч'])('an invalid number blocks the form: %s', async (label) => {
  const opened = open(
    { ...ours, 'GET /meetings': () => Response.json({ data: [] }) },
    `${address}&new=2031-03-11T10:00`,
  );
  const { person } = opened;
  opened.server.answers['POST /meeting-series'] = () => Response.json({ data: { id: 'n', made: 9 } }, { status: 201 });
  const form = await newForm();
  await person.type(within(form).getByRole('textbox', { name: 'Название' }), 'Совет');
  await person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'Настроить…');
  await person.selectOptions(
    within(form).getByRole('combobox', { name: 'Окончание повторения' }),
    'После числа встреч',
  );
  const number = within(form).getByRole('textbox', { name: label });
  await person.clear(number);
  await person.type(number, '0');
  await person.click(within(form).getByRole('button', { name: /^Создать/ }));
  await waitFor(() => expect(number).toHaveFocus());
  expect(number).toHaveValue('0');
  expect(number).toHaveAccessibleDescription(/^Введите число от 1 до/);
  await person.clear(number);
  await person.type(number, '9');
  await person.click(within(form).getByRole('button', { name: /^Создать/ }));
  await waitFor(() => expect(bodies(opened, 'POST /meeting-series')).toHaveLength(1));
});

test('a half-cleared last day blocks the form, and is not replaced by the one before', async () => {
  const opened = open(
    { ...ours, 'GET /meetings': () => Response.json({ data: [] }) },
    `${address}&new=2031-03-11T10:00`,
  );
  const { person, server } = opened;
  server.answers['POST /meeting-series'] = () => Response.json({ data: { id: 'n', made: 40 } }, { status: 201 });
  const form = await newForm();
  await person.type(within(form).getByRole('textbox', { name: 'Название' }), 'Совет');
  await person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'Каждый вторник');
  const until = within(await within(form).findByRole('group', { name: 'Повторять до' }));
  const month = until.getByRole('spinbutton', { name: /месяц/ });
  await person.click(month);
  await person.keyboard('{Backspace}{Backspace}');
  await person.click(within(form).getByRole('button', { name: 'Создать встречи' }));
  expect(await within(form).findByText('Введите дату целиком: день, месяц и год')).toBeVisible();
  await waitFor(() => expect(until.getByRole('spinbutton', { name: /день/ })).toHaveFocus());
  await person.selectOptions(within(form).getByRole('combobox', { name: 'Повторять' }), 'По будням');
  expect(month).toHaveTextContent('мм');
  expect(within(form).getByText('Введите дату целиком: день, месяц и год')).toBeVisible();
  await person.click(until.getByRole('spinbutton', { name: /день/ }));
  for (const _part of ['day', 'year']) await person.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Tab}{Tab}');
  await person.click(within(form).getByRole('button', { name: 'Создать встречи' }));
  expect(await within(form).findByText('Поле обязательно для заполнения')).toBeVisible();
  expect(bodies(opened, 'POST /meeting-series')).toEqual([]);
  await person.click(until.getByRole('spinbutton', { name: /день/ }));
  await person.keyboard('31122031');
  await person.click(within(form).getByRole('button', { name: 'Создать встречи' }));
  await waitFor(() =>
    expect(bodies(opened, 'POST /meeting-series')).toMatchObject([
      { plan: { rule: expect.stringMatching(/UNTIL=20311231$/) } },
    ]),
  );
});

test('offline the meetings of a new series are there at once', async () => {
  const { person, server } = open(ours, `${address}&new=2031-03-13T15:00`);
  const form = await newForm();
  await person.type(within(form).getByRole('textbox', { name: 'Название' }), 'Комиссия');
  await person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'Каждый четверг');
  await within(form).findByText(/^Каждый четверг до/);
  server.answers['GET /health'] = noConnection;
  server.answers['POST /meeting-series'] = noConnection;
  act(() => connectivity.reportFailure());
  await person.click(within(form).getByRole('button', { name: 'Создать встречи' }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Комиссия' })).toHaveLength(3));
  expect(screen.getAllByText(/Повторяется/)).toHaveLength(7);
});

test('a meeting of a series is changed alone, with the following ones, or with all', async () => {
  const opened = open(ours, `${address}&meeting=${second?.id}&edit=1`);
  const { person } = opened;
  const question = await save(opened, 'Зал 2');
  await waitFor(() => expect(within(question).getByRole('radio', { name: 'Только эту встречу' })).toHaveFocus());
  await person.keyboard('{ArrowDown}');
  expect(within(question).getByText(/^Прошедшие встречи, встречи с протоколом/)).toBeVisible();
  await person.click(within(question).getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Серия изменена')).toBeVisible();
  expect(screen.getByText(/^Изменены 4 встречи/)).toBeVisible();
  const [body] = bodies(opened, 'PUT /meeting-series/s');
  expect(body).toMatchObject({ from: '2031-03-11', reach: 'following', place: 'Зал 2' });
  expect(body).not.toHaveProperty('plan');
});

test('a file removed from one meeting of a series is removed from it, whatever the reach of the change', async () => {
  const files = [{ id: 'f1', name: 'Смета.csv', size: 2048, url: '/f1' }];
  const withFile = meetings.map((each) => (each.id === second?.id ? { ...each, files } : each));
  const opened = open(
    { ...ours, 'GET /meetings': () => Response.json({ data: withFile }) },
    `${address}&meeting=${second?.id}&edit=1`,
  );
  await opened.person.click(within(await editForm()).getByRole('button', { name: 'Убрать: Смета.csv' }));
  const question = await save(opened, 'Зал 2');
  await opened.person.click(within(question).getByRole('radio', { name: 'Все предстоящие' }));
  await opened.person.click(await within(question).findByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Серия изменена');
  await waitFor(() =>
    expect(bodies(opened, `PUT /meetings/${second?.id}`)).toMatchObject([{ remove_file_ids: ['f1'] }]),
  );
});

test('a file added to a refused new series is attached to its first meeting', async () => {
  const opened = open(
    { ...ours, 'GET /meetings': () => Response.json({ data: [] }) },
    `${address}&new=2031-03-11T10:00`,
  );
  const { person, server, router } = opened;
  const form = await newForm();
  await person.type(within(form).getByRole('textbox', { name: 'Название' }), 'Совет');
  await person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'Каждый вторник');
  await within(form).findByText(/^Каждый вторник до/);
  server.answers['POST /meeting-series'] = noConnection;
  await loseLine(server);
  await person.click(within(form).getByRole('button', { name: 'Создать встречи' }));
  expect(await screen.findByText('Серия создана: 53 встречи')).toBeVisible();
  server.answers['POST /meeting-series'] = () =>
    Response.json({ message: 'Проверьте поля', errors: { link: ['Укажите ссылку'] } }, { status: 422 });
  server.answers['GET /health'] = ours['GET /health'];
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  const id = outbox.list()[0]?.subject;
  // The second meeting leads to the form of the whole series.
  await act(() => router.navigate(`/main/meetings?view=list&date=2031-03-18&meeting=${id}-20310318&edit=1`));
  const again = await newForm();
  await within(again).findByRole('combobox', { name: 'Повторять' });
  expect(within(again).queryByRole('option', { name: 'Не повторять' })).toBeNull();
  expect(within(again).getByRole('textbox', { name: 'Ссылка' })).toHaveAccessibleDescription('Укажите ссылку');
  await person.upload(within(again).getByLabelText('Файлы', { selector: 'input' }), file('план.txt'));
  server.answers['POST /meeting-series'] = () => Response.json({ data: { id, made: 53 } }, { status: 201 });
  server.answers[`POST /meetings/${id}-20310311`] = () => Response.json({ data: second });
  await person.click(within(again).getByRole('button', { name: 'Создать встречи' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const [added] = bodies(opened, `POST /meetings/${id}-20310311`) as FormData[];
  expect(added?.get('files[]')).toMatchObject({ name: 'план.txt' });
});

test('«only this one» changes a single meeting, and Escape returns to the form', async () => {
  const opened = open(ours, `${address}&meeting=${second?.id}&edit=1`);
  const { person } = opened;
  await save(opened, 'Зал 2');
  await person.keyboard('{Escape}');
  const form = await editForm();
  expect(within(form).getByRole('textbox', { name: 'Место' })).toHaveValue('Зал 2');
  await person.click(within(form).getByRole('button', { name: 'Сохранить' }));
  const question = await screen.findByRole('alertdialog');
  await person.click(within(question).getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Встреча сохранена');
  expect(bodies(opened, `PUT /meetings/${second?.id}`)).toEqual([{ place: 'Зал 2' }]);
});

test('a changed rule cannot be applied to one meeting alone', async () => {
  const opened = open(ours, `${address}&meeting=${second?.id}&edit=1`);
  const form = await editForm();
  await opened.person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'По будням');
  const question = await save(opened, 'Зал 2');
  expect(
    within(question)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual([...['Эту и следующие', 'Все предстоящие']]);
});

test('a change that may remove meetings says that the invited are notified', async () => {
  const inviting = {
    'GET /health': () => Response.json({ status: 'ok', capabilities: [...capabilities, 'meeting-invitations'] }),
  };
  const opened = open({ ...ours, ...inviting }, `${address}&meeting=${second?.id}&edit=1`);
  const off = /приглашённые на неё получат письмо об отмене/;
  const question = await save(opened, 'Зал 2');
  await opened.person.click(within(question).getByRole('radio', { name: 'Все предстоящие' }));
  expect(question).not.toHaveTextContent(off);
  await opened.person.keyboard('{Escape}');
  const form = await editForm();
  await opened.person.selectOptions(await within(form).findByRole('combobox', { name: 'Повторять' }), 'По будням');
  expect(await save(opened, '1')).toHaveTextContent(off);
});

test('a meeting without invitations can be called off together with those of its series that have some', async () => {
  const inviting = {
    'GET /health': () => Response.json({ status: 'ok', capabilities: [...capabilities, 'meeting-invitations'] }),
  };
  const guests = [{ id: 'g1', name: 'Гость', email: 'guest@example.ru' }];
  const listed = { 'GET /meetings': () => Response.json({ data: meetings.map((each) => ({ ...each, guests })) }) };
  const { person } = open({ ...ours, ...inviting, ...listed }, `${address}&meeting=${second?.id}`);
  await screen.findByRole('dialog', { name: 'Совет' });
  await person.click(screen.getByRole('button', { name: 'Действия со встречей' }));
  expect(await screen.findByRole('menuitem', { name: 'Удалить без писем' })).toBeVisible();
  await person.click(screen.getByRole('menuitem', { name: 'Отменить и сообщить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Отменить встречу серии' });
  await person.click(within(question).getByRole('radio', { name: 'Все предстоящие' }));
  await person.click(within(question).getByRole('button', { name: 'Отменить и сообщить' }));
  expect(await screen.findByText('Встречи серии отменены')).toBeVisible();
});

test.each([
  ['nobody is invited to', null],
  ['all invited are over', '2020-03-04T07:00:00.000Z'],
])('a series of which %s has nobody to tell of a deletion', async (_, invited_until) => {
  const listed = meetings.map((each) => ({
    ...each,
    guests: [{ id: 'g1', name: 'Гость', email: 'guest@example.ru' }],
    series: { ...series, invited_until },
  }));
  const answers = {
    'GET /health': () => Response.json({ status: 'ok', capabilities: [...capabilities, 'meeting-invitations'] }),
    'GET /meetings': () => Response.json({ data: listed }),
  };
  const { person } = open({ ...ours, ...answers }, `${address}&meeting=${second?.id}`);
  await screen.findByRole('dialog', { name: 'Совет' });
  await person.click(screen.getByRole('button', { name: 'Действия со встречей' }));
  expect(await screen.findByRole('menuitem', { name: 'Удалить' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Отменить и сообщить' })).toBeNull();
});

test.each([
  ['this meeting', 'Отменить и сообщить', second?.id ?? ''],
  ['another meeting of the series', 'Отменить и сообщить', meetings[2]?.id ?? ''],
  ['another series', 'Удалить', 'other-20310311'],
])('while invitations to %s wait on the device, the menu offers «%s»', async (_, offered, invited) => {
  const guests = [{ id: 'g1', name: 'Гость', email: 'guest@example.ru' }];
  const own = { guests, series: { ...series, invited_until: null } };
  const other = { ...second, id: 'other-20310311', title: 'Планёрка', series: { ...own.series, id: 'other' } };
  const answers = {
    'GET /health': () => Response.json({ status: 'ok', capabilities: [...capabilities, 'meeting-invitations'] }),
    'GET /meetings': () => Response.json({ data: [...meetings.map((each) => ({ ...each, ...own })), other] }),
  };
  const { person, server } = open({ ...ours, ...answers }, `${address}&meeting=${second?.id}`);
  await screen.findByRole('dialog', { name: 'Совет' });
  await loseLine(server);
  await mutate(inviteToMeeting, { id: 'r1', meeting: { id: invited, title: 'Совет' } });
  await person.click(screen.getByRole('button', { name: 'Действия со встречей' }));
  expect(await screen.findByRole('menuitem', { name: offered })).toBeVisible();
  expect(screen.queryAllByRole('menuitem', { name: 'Отменить и сообщить' })).toHaveLength(
    offered === 'Удалить' ? 0 : 1,
  );
});

test('an open meeting shows its rule and links to its neighbours, and is deleted with the following ones', async () => {
  const { person, server } = open(ours, `${address}&meeting=${second?.id}`);
  const dialog = await screen.findByRole('dialog', { name: 'Совет' });
  expect(await within(dialog).findByText(/^Каждый вторник, 4 раза/)).toBeVisible();
  expect(within(dialog).getAllByRole('link', { name: /марта.*10:00/ })).toHaveLength(2);
  await person.click(within(dialog).getByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить встречу серии' });
  await person.click(within(question).getByRole('radio', { name: 'Эту и следующие' }));
  await person.click(await within(question).findByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Совет' })).toHaveLength(1));
  expect(await screen.findByText('Встречи серии удалены')).toBeVisible();
  expect(server.received.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

/** Deletes the second meeting and those after it, with five in other series. */
async function deleteSplit() {
  const split = meetings.map((meeting) => ({ ...meeting, series: { ...series, elsewhere: 5 } }));
  const opened = open(
    {
      ...ours,
      'GET /meetings': () => Response.json({ data: split }),
      'DELETE /meeting-series/s/meetings/2031-03-11': () =>
        Response.json({ data: { id: 's', removed: 3, kept: 0, elsewhere: 5 } }),
    },
    `${address}&meeting=${second?.id}`,
  );
  const { person } = opened;
  await screen.findByRole('dialog', { name: 'Совет' });
  await person.click(screen.getByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить встречу серии' });
  expect(question).not.toHaveTextContent('в другой серии');
  await person.click(within(question).getByRole('radio', { name: 'Эту и следующие' }));
  expect(question).toHaveTextContent('Ещё 5 встреч — в другой серии: они останутся.');
  await person.click(within(question).getByRole('button', { name: 'Удалить' }));
  return opened;
}

test('before and after a deletion, the meetings in parts of the series that stay are counted', async () => {
  const { person } = await deleteSplit();
  await person.click(await screen.findByRole('button', { name: 'Не отменять' }));
  expect(await screen.findByText('Ещё 5 встреч — в другой серии')).toBeVisible();
});

test('the outcome of a deletion is not announced in a tab that nobody sees', async () => {
  const { person, server } = await deleteSplit();
  const end = await screen.findByRole('button', { name: 'Не отменять' });
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  await person.click(end);
  await waitFor(() => expect(server.received.some(({ method }) => method === 'DELETE')).toBe(true));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(screen.queryByText('Ещё 5 встреч — в другой серии')).not.toBeInTheDocument();
});

test('with the device full, deleting a series for good asks once more, and a failure is reported', async () => {
  const { person, server } = open(ours, `${address}&meeting=${second?.id}`);
  server.answers['DELETE /meeting-series/s/meetings/2031-03-11'] = () => refuse(403, 'forbidden', 'Недостаточно прав');
  await screen.findByRole('dialog', { name: 'Совет' });
  vi.spyOn(deviceStore, 'changeOutbox').mockRejectedValue(new StorageFullError());
  await person.click(screen.getByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  const reach = await screen.findByRole('alertdialog', { name: 'Удалить встречу серии' });
  await person.click(within(reach).getByRole('radio', { name: 'Эту и следующие' }));
  await person.click(await within(reach).findByRole('button', { name: 'Удалить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить встречи серии?' });
  expect(question).toHaveTextContent('вернуть их будет нельзя');
  await person.click(within(question).getByRole('button', { name: 'Удалить' }));
  expect(await within(question).findByText(/^Встречи не удалены/)).toBeVisible();
  vi.restoreAllMocks();
});

test('another provider is offered no series', async () => {
  open({}, `${address}&new=2031-03-11T10:00`);
  const form = await newForm();
  expect(within(form).queryByRole('combobox', { name: 'Повторять' })).toBeNull();
});
