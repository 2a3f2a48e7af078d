import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openQueue } from '#src/features/queue/index.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { canSendClosed } from '#src/sync/page/request-background-sending.ts';
import { session } from '#src/sync/page/session.ts';
import { store } from '#src/sync/page/store.ts';
import type { OutboxRow } from '#src/sync/store/outbox-row.ts';
import { newRow } from '#src/sync/uploads/finish-recording.ts';
import { toastStore } from '#src/ui/index.ts';
import { fakeServer, noConnection, ourHealth, pageOf } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import { aWrite, keepRows } from './support/queue.ts';

let visits = 100;
const fault = { status: 422, code: 'validation_failed', message: 'Проверьте поля', fields: {} };
const refused = { state: 'failed', fault } as const;
const plain = () => Response.json({ status: 'ok' });

/** Opens the app as a new person, with a queue left by an earlier visit; offline by default. */
async function open(
  rows: Parameters<typeof keepRows>[1] = [],
  { role = 'secretary', answers = {}, address = '/main/settings', online = false, videos = 0 } = {},
) {
  visits += 1;
  const userId = String(visits);
  const line = online ? {} : { 'GET /health': noConnection };
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /me': () => Response.json({ data: { id: userId, role, name: 'Петрова Анна Андреевна' } }),
    'GET /protocols': () => pageOf([]),
    'GET /keywords': () => Response.json({ data: [] }),
    'POST /logout': () => new Response(null, { status: 204 }),
    ...answers,
    ...line,
  });
  await connectivity.probe();
  const kept = await keepRows(userId, rows);
  for (let index = 0; index < videos; index += 1) {
    const file = new File([new Uint8Array(20)], 'совет.mp4', { type: 'video/mp4' });
    const row = newRow(file, { id: `v${userId}`, ownerId: userId, protocolId: 'p1', chunkSize: 10, now: 0 });
    await store.putUpload({ ...row, state: 'paused' });
  }
  await session.save({ token: 'good', role: role as 'secretary', userId });
  const app = openApp(address);
  await indicator(/Открыть очередь отправки$/);
  await waitFor(() => expect(outbox.list()).toHaveLength(rows.length));
  return { server, kept, userId, ...app };
}

const indicator = (name: RegExp) => screen.findByRole('button', { name });

async function openPanel({ person }: Awaited<ReturnType<typeof open>>) {
  await person.click(await indicator(/Открыть очередь отправки$/));
  return screen.findByRole('dialog', { name: 'Очередь отправки' });
}

const left = (userId: string): Promise<OutboxRow[]> => store.unsentMutations(userId);

beforeEach(() => connectivity.reportSuccess());

test('with nothing to send signing out asks nothing', async () => {
  const app = await open([], { role: 'manager', online: true });
  expect(await indicator(/^На связи\. Подключение есть, всё отправлено/)).toBeVisible();
  await app.person.click(screen.getByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(app.address()).toBe('/login'));
});

test.each(['admin', 'manager', 'secretary', 'external'])(
  '%s sees the state of the connection in words',
  async (role) => {
    await open([], { role, online: true });
    expect(await indicator(/^На связи\. Подключение есть, всё отправлено/)).toBeVisible();
    fakeServer({ 'GET /health': noConnection });
    await waitFor(async () => {
      // An answer under way still reports that there is a connection.
      await act(() => connectivity.probe());
      expect(screen.getByRole('button', { name: /^Нет связи\. Нет подключения/ })).toBeVisible();
    });
  },
);

test('the indicator counts what waits and what asks for a decision', async () => {
  await open([{ title: 'одно' }, { title: 'другое', ...refused }], { videos: 1 });
  const name =
    'Внимание. Нет подключения. Нужно ваше решение: 1\u00A0изменение. Ждут отправки: 1\u00A0изменение и 1\u00A0видео. Открыть очередь отправки';
  expect(await screen.findByRole('button', { name })).toBeVisible();
});

test('a device whose queue cannot be read does not claim that all is sent, and asks before signing out', async () => {
  const read = vi.spyOn(store, 'outboxRows').mockRejectedValue(new DOMException('the disk fails', 'UnknownError'));
  const app = await open([], { online: true });
  expect(await indicator(/^Ожидание\. Очередь отправки ещё не прочитана/)).toBeVisible();
  expect(await openPanel(app)).not.toHaveTextContent('Всё отправлено');
  await app.person.keyboard('{Escape}');
  expect(screen.queryByText('Всё отправлено.')).toBeNull();
  await app.person.click(screen.getByRole('button', { name: 'Выйти' }));
  const question = await screen.findByRole('alertdialog', { name: 'Выйти до конца отправки?' });
  expect(question).toHaveTextContent('возможно, отправлено не всё');
  read.mockRestore();
});

test('the panel opens by the keyboard, closes by Escape, and gives the focus back', async () => {
  const { person } = await open();
  const button = await indicator(/^Нет связи/);
  button.focus();
  await person.keyboard('{Enter}');
  const panel = await screen.findByRole('dialog', { name: 'Очередь отправки' });
  expect(panel).toHaveTextContent('Всё отправлено');
  await waitFor(() => expect(panel).toContainElement(document.activeElement as HTMLElement));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
});

test('a protocol is grouped with all that belongs to it, and what waits for it says so', async () => {
  const scope = 'protocol:p1';
  const app = await open(
    [
      {
        title: 'Новый протокол «Совет»',
        kind: 'protocol.create',
        scope,
        subject: 'p1',
        creates: 'p1',
        ...refused,
        request: { method: 'POST', path: '/protocols', body: { id: 'p1', title: 'Совет' } },
      },
      {
        title: 'Новое поручение',
        kind: 'task.create',
        scope,
        subject: 't1',
        creates: 't1',
        request: { method: 'POST', path: '/protocols/p1/tasks', body: { id: 't1' } },
      },
      { title: 'Новое слово' },
    ],
    { videos: 1 },
  );
  const panel = within(await openPanel(app));
  const heads = panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(heads).toEqual(['Совет', 'Ключевые слова']);
  const [group] = within(panel.getByRole('list', { name: 'Очередь отправки' })).getAllByRole('listitem');
  expect(group).toHaveTextContent(
    /Новый протокол «Совет».*Проверьте поля.*Новое поручение.*пока не решено: Новый протокол «Совет».*совет\.mp4/,
  );
  expect(panel.getByRole('link', { name: 'Исправить' })).toHaveAttribute(
    'href',
    `/main/protocols/add?write=${app.kept[0]?.id}`,
  );
});

test('discarding asks first and names all that is discarded with it', async () => {
  const scope = 'protocol:p1';
  const app = await open(
    [
      {
        title: 'Новый протокол',
        kind: 'protocol.create',
        scope,
        subject: 'p1',
        creates: 'p1',
        ...refused,
        request: { method: 'POST', path: '/protocols', body: { id: 'p1' } },
      },
      {
        title: 'Новое поручение',
        kind: 'task.create',
        scope,
        subject: 't1',
        creates: 't1',
        request: { method: 'POST', path: '/protocols/p1/tasks', body: { id: 't1' } },
      },
      { title: 'Новое слово' },
    ],
    { videos: 1 },
  );
  const panel = within(await openPanel(app));
  await app.person.click(panel.getAllByRole('button', { name: 'Удалить' })[0] as HTMLElement);
  const question = await screen.findByRole('alertdialog', { name: 'Удалить неотправленное?' });
  expect(
    within(question)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Новое поручение', 'Видео «совет.mp4»']);
  await app.person.click(within(question).getByRole('button', { name: 'Удалить' }));
  await waitFor(async () => expect((await left(app.userId)).map(({ title }) => title)).toEqual(['Новое слово']));
  await waitFor(() => expect(panel.queryByText('совет.mp4')).toBeNull());
  // The focus of keyboard users stays within the panel.
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
});

test('several failed mutations are retried by one button, in their order', async () => {
  const app = await open(
    [
      { title: 'одно', ...refused },
      { title: 'другое', ...refused },
    ],
    {
      online: true,
      answers: { 'POST /keywords': ({ body }: { body: unknown }) => Response.json({ data: body }, { status: 201 }) },
    },
  );
  const panel = within(await openPanel(app));
  await app.person.click(panel.getByRole('button', { name: 'Повторить всё' }));
  await waitFor(async () => expect(await left(app.userId)).toEqual([]));
  const sent = app.server.received.filter(({ method, path }) => method === 'POST' && path === '/keywords');
  expect(sent.map(({ body }) => (body as { id: string }).id)).toEqual(app.kept.map(({ subject }) => subject));
  expect(await panel.findByText('Всё отправлено')).toBeVisible();
});

test('a mutation whose answer was lost can be sent again, or marked as received', async () => {
  const app = await open([
    { title: 'одно', state: 'unsure' },
    { title: 'другое', state: 'unsure' },
  ]);
  const panel = within(await openPanel(app));
  await app.person.click(panel.getAllByRole('button', { name: 'Сервер его получил' })[0] as HTMLElement);
  await waitFor(async () => expect((await left(app.userId)).map(({ title }) => title)).toEqual(['другое']));
  await app.person.click(panel.getByRole('button', { name: 'Отправить ещё раз' }));
  await waitFor(async () => expect((await left(app.userId))[0]?.state).toBe('waiting'));
});

test('a creation without a known id is matched with an entry of the server, and what waits for it follows', async () => {
  const scope = 'protocol:p1';
  const app = await open(
    [
      {
        title: 'Новый протокол «Совет»',
        kind: 'protocol.create',
        scope,
        subject: 'p1',
        creates: 'p1',
        state: 'unnamed',
        request: { method: 'POST', path: '/protocols', body: { title: 'Совет' } },
      },
      {
        title: 'Новое поручение',
        kind: 'task.create',
        scope,
        subject: 't1',
        creates: 't1',
        state: 'failed',
        fault,
        request: { method: 'POST', path: '/protocols/p1/tasks', body: { title: 'x' } },
      },
    ],
    {
      online: true,
      answers: {
        'GET /health': plain,
        'GET /protocols': () =>
          pageOf([
            { id: 16, stage: 'no_video', title: 'Планёрка' },
            { id: 17, stage: 'no_video', title: 'Совет' },
          ]),
      },
    },
  );
  const panel = within(await openPanel(app));
  await app.person.click(panel.getByRole('button', { name: 'Указать' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Что из этого создано вами?' }));
  expect(await question.findByRole('radio', { name: 'Совет' })).toBeChecked();
  expect(question.getByRole('radio', { name: 'Планёрка' })).not.toBeChecked();
  await app.person.click(question.getByRole('button', { name: 'Выбрать' }));
  await waitFor(async () => {
    expect((await left(app.userId)).map(({ request }) => request.path)).toEqual(['/protocols/17/tasks']);
  });
});

test('the time of the next try is counted down', async () => {
  const busy = () => new Response(null, { status: 503, headers: { 'Retry-After': '60' } });
  const app = await open([{ title: 'одно' }], { online: true, answers: { 'POST /keywords': busy } });
  const panel = within(await openPanel(app));
  expect(await panel.findByText(/^Сервер занят · повтор через (1 минуту|\d+ секунд)/)).toBeVisible();
  const before = panel.getByText(/повтор через/).textContent;
  await waitFor(() => expect(panel.getByText(/повтор через/).textContent).not.toBe(before));
});

test.each([
  ['only while it is open', undefined, /только пока приложение открыто/],
  ['by itself too', { sync: {} }, /браузер попробует отправить остальное сам/],
])('says that this browser sends %s', async (_, registration, words) => {
  const worker = Object.assign(new EventTarget(), {
    getRegistration: async () => registration,
    ready: new Promise(() => undefined),
    controller: null,
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  const app = await open([{ title: 'одно' }]);
  expect(await within(await openPanel(app)).findByText(words)).toBeVisible();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('the mark of an entity leads to its own change', async () => {
  const app = await open([{ title: 'одно' }, { title: 'другое', ...refused }]);
  await indicator(/^Внимание/);
  act(() => openQueue([app.kept[1]?.id ?? '']));
  const panel = within(await screen.findByRole('dialog', { name: 'Очередь отправки' }));
  await waitFor(() => expect(panel.getByText('другое').parentElement).toHaveFocus());
});

test('signing out asks about changes and videos alike; unsent changes stay with the person', async () => {
  const app = await open([{ title: 'одно' }, { title: 'другое' }], { videos: 1 });
  await app.person.click(await screen.findByRole('button', { name: 'Выйти' }));
  const question = await screen.findByRole('alertdialog', { name: 'Выйти до конца отправки?' });
  expect(question.textContent?.replaceAll('\u00A0', ' ')).toContain('Ждут отправки: 2 изменения и 1 видео');
  expect(question).toHaveTextContent('Без подключения войти снова не получится.');
  await app.person.click(within(question).getByRole('button', { name: 'Выйти' }));
  await waitFor(() => expect(app.address()).toBe('/login'));
  expect(await left(app.userId)).toHaveLength(2);
});

test('a refusal that arrives after its form was closed is announced, and leads to the queue', async () => {
  const answer = Promise.withResolvers<Response>();
  const app = await open([], { online: true, answers: { 'POST /keywords': () => answer.promise } });
  await act(async () => void outbox.sendFromForm(aWrite({ title: 'Новое ключевое слово «срок»' })));
  await waitFor(() => expect(outbox.list()).toHaveLength(1));
  answer.resolve(Response.json({ message: 'Такое слово уже есть', code: 'validation_failed' }, { status: 422 }));
  const toast = await screen.findByRole('button', { name: /^Изменение не отправлено/ });
  await app.person.click(toast);
  expect(await screen.findByRole('dialog', { name: 'Очередь отправки' })).toHaveTextContent('Такое слово уже есть');
});

test('the number of unsent items is shown on the app icon, and removed at sign-out', async () => {
  const shown: number[] = [];
  const set = vi.fn(async (count: number) => void shown.push(count));
  const clear = vi.fn(async () => void shown.push(0));
  Object.assign(navigator, { setAppBadge: set, clearAppBadge: clear });
  await open([{ title: 'одно' }, { title: 'другое', ...refused }], { videos: 1 });
  await waitFor(() => expect(shown.at(-1)).toBe(3));
  await act(() => session.clear());
  await waitFor(() => expect(shown.at(-1)).toBe(0));
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});

test.each([{ state: 'unsure' }, { begun: true }] as const)(
  'discarding what may have reached the server says so: %o',
  async (sent) => {
    const app = await open([{ title: 'Новое слово', ...sent }]);
    const panel = within(await openPanel(app));
    await app.person.click(panel.getByRole('button', { name: 'Удалить' }));
    const question = await screen.findByRole('alertdialog', { name: 'Удалить неотправленное?' });
    expect(question).toHaveTextContent('сервер мог это принять');
  },
);

const rename = {
  title: 'Ключевое слово «срок», новое название «сроки»',
  kind: 'keyword.update',
  subject: 'k1',
  creates: undefined,
  request: { method: 'PUT', path: '/keywords/k1', body: { id: 'k1', name: 'сроки' } },
} as const;

test('discarding a change is called not sending it, and nothing is said to be deleted', async () => {
  const app = await open([rename]);
  const panel = within(await openPanel(app));
  expect(panel.queryByRole('button', { name: 'Удалить' })).toBeNull();
  await app.person.click(panel.getByRole('button', { name: 'Не отправлять' }));
  const question = await screen.findByRole('alertdialog', { name: 'Не отправлять изменение?' });
  expect(question).not.toHaveTextContent(/удал/i);
  await app.person.click(within(question).getByRole('button', { name: 'Не отправлять' }));
  await waitFor(async () => expect(await left(app.userId)).toEqual([]));
});

test('a retried entry keeps the focus in its place', async () => {
  const app = await open([{ title: 'одно', ...refused }, { title: 'другое' }]);
  const panel = within(await openPanel(app));
  panel.getByRole('button', { name: 'Повторить' }).focus();
  await app.person.keyboard('{Enter}');
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Повторить' })).toBeNull());
  await waitFor(() => expect(panel.getByText('одно').parentElement).toHaveFocus());
});

test('the note on background sending is shown only if something can be sent', async () => {
  const scope = 'keyword:k1';
  const app = await open([
    { title: 'одно', scope, subject: 'k1', creates: 'k1', ...refused },
    { ...rename, title: 'другое', scope },
  ]);
  const panel = within(await openPanel(app));
  // Waits as long as the panel would need for the note, which it determines once it is open.
  await act(() => canSendClosed());
  expect(panel.getByText('другое')).toBeVisible();
  expect(panel.queryByText(/пока приложение открыто/)).toBeNull();
});

test('the banner and the question before signing out count as the panel does', async () => {
  const address = '/main/protocols';
  const app = await open([{ title: 'одно', ...refused }, { title: 'другое' }], { videos: 1, address });
  const words = /Нужно ваше решение: 1\sизменение\. Ждут отправки: 1\sизменение и 1\sвидео\./;
  expect(within(await screen.findByRole('main')).getByText(words)).toBeVisible();
  await app.person.click(await screen.findByRole('button', { name: 'Выйти' }));
  const question = await screen.findByRole('alertdialog', { name: 'Выйти до конца отправки?' });
  expect(question).toHaveTextContent(words);
});

test('signing out offline asks first: one cannot sign in without a connection', async () => {
  const app = await open();
  await app.person.click(await screen.findByRole('button', { name: 'Выйти' }));
  const question = await screen.findByRole('alertdialog', { name: 'Выйти без подключения?' });
  expect(question).toHaveTextContent('Без подключения войти снова не получится.');
  await app.person.click(within(question).getByRole('button', { name: 'Остаться' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(app.address()).toBe('/main/settings');
});

test('the toast about a restored connection says that sending has resumed', async () => {
  const app = await open([{ title: 'одно' }, { title: 'другое' }]);
  app.server.answers['GET /health'] = ourHealth;
  app.server.answers['POST /keywords'] = ({ body }) => Response.json({ data: body }, { status: 201 });
  await act(() => connectivity.probe());
  await waitFor(() =>
    expect(toastStore.getState()).toMatchObject({
      message: 'Подключение восстановлено',
      detail: 'Отправка возобновлена',
    }),
  );
});
