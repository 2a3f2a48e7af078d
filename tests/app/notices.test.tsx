import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Notice, NoticeSettings, NoticeSettingsUpdate } from '#contract/notices/notice.ts';
import { store } from '#src/sync/page/store.ts';
import { StorageFullError } from '#src/sync/store/store.ts';
import { fakeServer, noConnection } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(async () => {
  await forgetWrites();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

// One moment for all: the list is sorted by it, so that a row made a millisecond later would stand in the wrong place.
const created_at = new Date().toISOString();

const notice = (id: string, more: Partial<Notice> = {}): Notice => ({
  ...{ id, kind: 'task_given', task_id: 't1', protocol_id: 'p1', created_at, read_at: null },
  ...{ facts: { title: `Смета ${id}`, due_at: '2026-01-20', protocol_number: '12' }, ...more },
});
const settings: NoticeSettings = {
  ...{ app: ['task_given', 'week'], mail: ['task_given', 'week'], push: [], quiet_from: '22:00', quiet_to: '07:00' },
  ...{ push_key: 'BKey', zone: 'Europe/Moscow' },
};

function open({
  role = 'manager',
  address = '/main/settings',
  rows = [notice('1'), notice('2', { kind: 'task_overdue', facts: { title: 'Договор', days: 3 } })],
  unread = rows.filter((row: Notice) => !row.read_at).length,
  capabilities = ['client-ids', 'idempotency', 'notices', 'participation'],
  answers = {} as Parameters<typeof fakeServer>[0],
} = {}) {
  signInAs(role);
  const state = { unread, rows };
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities, features: { mail: true } }),
    'GET /me': () => Response.json({ data: { id: '7', role, name: 'Котов Илья', email: 'kotov@example.ru' } }),
    'GET /me/notices/count': () => Response.json({ data: { unread: state.unread } }),
    'GET /me/notices': ({ query }) => {
      const meta = { current_page: Number(query.get('page')), per_page: 20, last_page: 1, total: state.rows.length };
      return Response.json({ data: state.rows.slice((meta.current_page - 1) * 20, meta.current_page * 20), meta });
    },
    'PUT /me/notices/read': () => {
      state.unread = 0;
      state.rows = state.rows.map((row) => ({ ...row, read_at: new Date().toISOString() }));
      return Response.json({ data: { unread: 0 } });
    },
    'GET /me/notice-settings': () => Response.json({ data: settings }),
    'PUT /me/notice-settings': ({ body }) => {
      const { switches, ...rest } = body as NoticeSettingsUpdate;
      return Response.json({ data: { ...settings, ...rest, ...(switches && { mail: ['week'] }) } });
    },
    'GET /me/push-devices': () => Response.json({ data: [] }),
    ...answers,
  });
  const sent = (path: string) => server.received.filter((call) => call.path === path && call.method !== 'GET');
  return { ...openApp(address), server, sent };
}

const bell = (name: string) =>
  screen.findByRole('button', { name: `Уведомления: ${name}`.replace(/(\d) /, '$1\u00A0') });

test('the bell shows the count, the panel lists the notices, and opening one marks it as read', async () => {
  const { person, address, sent } = open();
  await person.click(await bell('2 новых'));
  const panel = within(await screen.findByRole('dialog', { name: 'Уведомления' }));
  const today = within(await panel.findByRole('region', { name: 'Сегодня' }));
  expect(today.getAllByRole('listitem').map((row) => row.textContent?.replace(/\d\d:\d\d/, ''))).toEqual(
    [
      'Новое поручениеСмета 1Срок\u00A0— 20\u00A0января. Протокол №\u00A012',
      'Поручение просрочено на 3\u00A0дняДоговор',
    ].map((text) => expect.stringContaining(text.slice(0, 20))),
  );
  await person.click(today.getByRole('link', { name: 'Не прочитано. Новое поручение: Смета 1' }));
  expect(address()).toBe('/main/settings?tab=tasks&show=task:t1');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(sent('/me/notices/read').map(({ body }) => body)).toEqual([{ ids: ['1'] }]));
});

test('all can be marked as read at once, also without a connection', async () => {
  const { person, server, sent } = open();
  await person.click(await bell('2 новых'));
  const panel = within(await screen.findByRole('dialog', { name: 'Уведомления' }));
  await panel.findByText('Договор');
  server.answers['PUT /me/notices/read'] = noConnection;
  await person.click(panel.getByRole('button', { name: 'Прочитать все' }));
  await waitFor(() => expect(panel.queryByRole('button', { name: /^Отметить прочитанным/ })).not.toBeInTheDocument());
  expect(panel.queryByRole('button', { name: 'Прочитать все' })).not.toBeInTheDocument();
  await person.keyboard('{Escape}');
  expect(await bell('новых нет')).toBeVisible();
  expect(sent('/me/notices/read').length).toBeGreaterThan(0);
});

test.each([
  ['Отметить прочитанным: Новое поручение, Смета 1', 'Уведомление осталось непрочитанным'],
  ['Прочитать все', 'Уведомления остались непрочитанными'],
])('«%s» says so where neither the device nor the server keeps it', async (button, words) => {
  const { person, server } = open();
  await person.click(await bell('2 новых'));
  const panel = within(await screen.findByRole('dialog', { name: 'Уведомления' }));
  server.answers['PUT /me/notices/read'] = noConnection;
  vi.spyOn(store, 'changeOutbox').mockRejectedValue(new StorageFullError());
  await person.click(await panel.findByRole('button', { name: button }));
  expect(await screen.findByText(words)).toBeVisible();
  vi.restoreAllMocks();
});

test('a notice of something removed says so and is no link; long lists have pages', async () => {
  const rows = [
    notice('0', { is_gone: true, kind: 'task_changed', facts: { title: 'Старое', changes: ['taken'] } }),
    ...Array.from({ length: 24 }, (_, place) => notice(`n${place}`, { created_at: '2026-01-10T10:00:00Z' })),
  ];
  const { person } = open({ rows });
  await person.click(await bell('25 новых'));
  const panel = within(await screen.findByRole('dialog', { name: 'Уведомления' }));
  expect(await panel.findByText(/Удалено из протокола/)).toBeVisible();
  expect(panel.queryByRole('link', { name: /Старое/ })).not.toBeInTheDocument();
  expect(panel.getByText('1–20 из 25')).toBeVisible();
  await person.click(panel.getByRole('button', { name: 'Ранее' }));
  expect(await panel.findByText('21–25 из 25')).toBeVisible();
  await waitFor(() => expect(panel.getAllByRole('link', { name: /Смета/ })).toHaveLength(5));
});

test('a setting is saved as soon as it is changed; the summary is offered by mail only', async () => {
  const { person, sent } = open({ address: '/main/settings?tab=notices' });
  const table = within(await screen.findByRole('table', { name: 'О чём и как сообщать' }));
  expect(table.getAllByRole('row')).toHaveLength(8);
  expect(table.getAllByRole('checkbox', { name: /^Сводка/ })).toHaveLength(1);
  const off = { kind: 'task_given', channel: 'mail', is_on: false };
  await person.click(table.getByRole('checkbox', { name: 'Новое поручение: почта' }));
  await waitFor(() => expect(sent('/me/notice-settings').map(({ body }) => body)).toEqual([{ switches: [off] }]));
  expect(table.getByRole('checkbox', { name: 'Новое поручение: почта' })).not.toBeChecked();
  // Equal hours would be none.
  const from = screen.getByRole('combobox', { name: 'С' });
  const to = screen.getByRole<HTMLSelectElement>('combobox', { name: 'До' });
  expect([...to.options].map(({ value }) => value)).not.toContain((from as HTMLSelectElement).value);
  expect(to.options).toHaveLength(47);
  await person.click(screen.getByRole('checkbox', { name: 'Не присылать на устройства по ночам' }));
  await waitFor(() => expect(sent('/me/notice-settings').at(-1)?.body).toEqual({ quiet_from: null, quiet_to: null }));
});

test('a setting that can be neither kept nor sent says so at its card', async () => {
  const { person, server } = open({ address: '/main/settings?tab=notices' });
  const table = within(await screen.findByRole('table', { name: 'О чём и как сообщать' }));
  const full = vi.spyOn(store, 'changeOutbox').mockRejectedValue(new StorageFullError());
  server.answers['PUT /me/notice-settings'] = noConnection;
  const box = table.getByRole('checkbox', { name: 'Новое поручение: почта' });
  await person.click(box);
  expect(await screen.findByText(/^Не сохранено\. Сервер не отвечает, а сохранить изменение/)).toBeVisible();
  expect(box).toBeChecked();
  await person.click(screen.getByRole('checkbox', { name: 'Не присылать на устройства по ночам' }));
  expect(await screen.findAllByText(/^Не сохранено\./)).toHaveLength(2);
  full.mockRestore();
});

test('says so when the server has no mail connection', async () => {
  const health = { status: 'ok', capabilities: ['client-ids', 'notices'], features: { mail: false } };
  open({ address: '/main/settings?tab=notices', answers: { 'GET /health': () => Response.json(health) } });
  expect(await screen.findByText(/Почта на сервере не подключена/)).toBeVisible();
  expect(screen.queryByText(/письма приходят сразу/)).toBeNull();
});

test.each([
  ['denied', /запрещены в браузере/],
  ['none', /не умеет получать уведомления/],
])("with the browser's permission «%s» the settings say what can be done", async (permission, words) => {
  if (permission !== 'none') {
    vi.stubGlobal('Notification', { permission });
    vi.stubGlobal('PushManager', class {});
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: new EventTarget() });
  }
  open({ address: '/main/settings?tab=notices' });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Включить на этом устройстве' })).not.toBeInTheDocument();
});

test('a browser that has lost its subscription is not shown as on', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('PushManager', class {});
  const registration = { pushManager: { getSubscription: async () => null } };
  const value = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  const device = { id: 'd1', name: 'Chrome', created_at: new Date().toISOString(), is_this: true };
  open({
    address: '/main/settings?tab=notices',
    answers: { 'GET /me/push-devices': () => Response.json({ data: [device] }) },
  });
  expect(await screen.findByRole('button', { name: 'Включить на этом устройстве' })).toBeVisible();
  expect(screen.queryByText(/уведомления приходят, и когда/)).not.toBeInTheDocument();
});

test('on start a device with notifications on is subscribed again, and the server gets its current address', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('PushManager', class {});
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
  const subscribe = vi.fn(async () => ({ toJSON: () => ({ endpoint: 'https://push.example.ru/new', keys }) }));
  const registration = { pushManager: { getSubscription: async () => null, subscribe } };
  const value = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  const device = (id: string, is_this: boolean) => ({
    id,
    name: 'Chrome',
    created_at: new Date().toISOString(),
    is_this,
  });
  const { server, sent } = open({
    answers: {
      'GET /me/push-devices': () => Response.json({ data: [device('old', true), device('other', false)] }),
      'POST /me/push-devices': () => Response.json({ data: device('new', true) }, { status: 201 }),
      'DELETE /me/push-devices/old': () => new Response(null, { status: 204 }),
    },
  });
  await waitFor(() => expect(sent('/me/push-devices')).toMatchObject([{ body: { keys } }]));
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  await waitFor(() =>
    expect(server.received.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/me/push-devices/old',
    ]),
  );
});

test.each(['admin', 'external'])('no bell on a server without notices, nor for an administrator: %s', async (role) => {
  const { address } = open({ role, capabilities: role === 'admin' ? ['client-ids', 'notices'] : ['client-ids'] });
  await screen.findByRole('heading', { name: 'Профиль' });
  expect(screen.queryByRole('button', { name: /^Уведомления/ })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Уведомления' })).not.toBeInTheDocument());
  expect(address()).toBe('/main/settings');
});
