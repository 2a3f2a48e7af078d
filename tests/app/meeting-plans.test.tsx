import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';
import { editForm } from './support/open-meetings.tsx';

afterEach(forgetWrites);

const at = (hour: number, minute = 0) => new Date(2025, 2, 20, hour, minute).toISOString();
const budget = {
  id: 'm1',
  title: 'Совещание по бюджету',
  place: 'Переговорная 4',
  start_at: at(11),
  end_at: at(12),
  participant_ids: ['u2'],
};

function open(rows: object[], address: string) {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] }),
    'GET /meetings': () => Response.json({ data: rows }),
    'GET /users/u2': () => Response.json({ data: { id: 'u2', name: 'Орлова Елена Викторовна' } }),
    'GET /users': () => pageOf([]),
  });
  return { server, ...openApp(`/main/meetings?view=list&date=2025-03-20${address}`) };
}

test('a new meeting that overlaps another shows a warning, and can be created all the same', async () => {
  const { server, person } = open([budget], '&new=2025-03-20T11:30');
  server.answers['POST /meetings'] = ({ body }) => Response.json({ data: body });
  const dialog = await screen.findByRole('dialog', { name: 'Новая встреча' });
  expect(await within(dialog).findByText('На это время уже назначена встреча.')).toBeVisible();
  expect(within(dialog).getByText(/«Совещание по бюджету», 11:00–12:00$/)).toBeVisible();
  await person.type(await within(dialog).findByRole('textbox', { name: 'Место' }), 'переговорная 4');
  expect(within(dialog).getByText(/место то же: Переговорная 4$/)).toBeVisible();
  await person.type(within(dialog).getByRole('textbox', { name: 'Название' }), 'Планёрка{Enter}');
  expect(await screen.findByText('Встреча создана')).toBeVisible();
});

test('editing a meeting names who would be in two at once, and does not count the meeting itself', async () => {
  const other = { ...budget, id: 'm2', title: 'Планёрка', place: 'Зал', start_at: at(11, 30), end_at: at(12, 30) };
  const { person } = open([budget, other], '&meeting=m1&edit=1');
  const dialog = await editForm();
  expect(
    await within(dialog).findByText(/«Планёрка», .*11:30–12:30; и там же участвует Орлова Е\. В\.$/),
  ).toBeVisible();
  await person.click(within(await within(dialog).findByRole('row', { name: /Орлова/ })).getByRole('button'));
  await waitFor(() => expect(within(dialog).queryByText(/участвует/)).toBeNull());
});

test('a series that overlaps another says with how many of its meetings', async () => {
  const weekly = { rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=6', first: '2031-03-20', time: '11:00', minutes: 60 };
  const series = { id: 's', ...weekly, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, holidays: 'keep' };
  const on = (hour: number) => new Date(2031, 2, 20, hour).toISOString();
  const first = { ...budget, start_at: on(11), end_at: on(12), series, occurrence: series.first };
  const { server, person } = open([first], '&new=2031-03-20T11:30');
  server.answers['GET /health'] = () =>
    Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'meeting-series'] });
  const dialog = await screen.findByRole('dialog', { name: 'Новая встреча' });
  expect(await within(dialog).findByText(/«Совещание по бюджету», 11:00–12:00$/)).toBeVisible();
  await person.selectOptions(await within(dialog).findByRole('combobox', { name: 'Повторять' }), 'Каждый четверг');
  expect(await within(dialog).findByText(/и ещё 5\sвстреч серии$/)).toBeVisible();
});

test('offline the warning about an overlap uses the cached meetings', async () => {
  const { server, router } = open([budget], '');
  await screen.findByRole('link', { name: 'Совещание по бюджету' });
  server.answers['GET /health'] = noConnection;
  server.answers['GET /meetings'] = noConnection;
  act(() => connectivity.reportFailure());
  await screen.findByText('Нет подключения.');
  await act(() => router.navigate('/main/meetings?view=list&date=2025-03-20&new=2025-03-20T11:30'));
  expect(await screen.findByText('На это время уже назначена встреча.')).toBeVisible();
});

test('a meeting is saved as a file for other calendars', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:calendar';
  };
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { person } = open([budget], '&meeting=m1');
  await screen.findByText('Орлова Елена Викторовна');
  await person.click(await screen.findByRole('button', { name: 'Действия со встречей' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Файл для календаря (.ics)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('Совещание по бюджету.ics');
  const text = (await saved[0]?.text())?.replaceAll(/\r\n /g, '');
  expect(text).toContain('SUMMARY:Совещание по бюджету');
  expect(text).toContain('Участники: Орлова Елена Викторовна');
});

test('a meeting without a date offers no calendar file', async () => {
  const { person } = open([{ id: 'm3', title: 'Когда-нибудь' }], '&meeting=m3');
  await person.click(await screen.findByRole('button', { name: 'Действия со встречей' }));
  expect(await screen.findByRole('menuitem', { name: 'Удалить' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /календаря/ })).toBeNull();
});
