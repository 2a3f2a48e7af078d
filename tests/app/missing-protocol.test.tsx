import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { isSafeToReload } from '#src/data/recording/reload-losses.ts';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { session } from '#src/sync/page/session.ts';
import { store } from '#src/sync/page/store.ts';
import { newRow } from '#src/sync/uploads/finish-recording.ts';
import { fakeServer, ourHealth, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp } from './support/open-app.tsx';
import { keepRows } from './support/queue.ts';

afterEach(forgetWrites);

const item = { id: 'a1', title: 'О смете', listened: 'Расходы растут.' };
const protocol = { id: 'p1', stage: 'no_video', title: 'Совет', version: 3, agenda: [item], tasks: [], members: [] };
const gone = () => refuse(404, 'not_found', 'Не найдено');

/** A long question written offline, while the protocol was deleted elsewhere. */
const refused: Parameters<typeof keepRows>[1][number] = {
  kind: 'protocol.update',
  scope: 'protocol:p1',
  subject: 'p1',
  creates: undefined,
  state: 'failed',
  fault: { status: 404, code: 'not_found', message: 'Не найдено', fields: {} },
  title: 'Протокол «Совет»: вопрос «О смете»',
  variables: {
    base: { id: 'p1', title: 'Совет', version: 3, agenda: [item] },
    change: { agenda: [{ ...item, discussion: 'Ким: аренда выросла втрое.' }] },
    itemId: 'a1',
    people: [],
  },
  request: { method: 'PUT', path: '/protocols/p1', body: { version: 3 } },
};

let visits = 700;

async function open(rows: Parameters<typeof keepRows>[1], answers: Parameters<typeof fakeServer>[0]) {
  visits += 1;
  const userId = String(visits);
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /me': () => Response.json({ data: { id: userId, role: 'secretary', name: 'Петрова Анна Андреевна' } }),
    'GET /protocols': () => pageOf([]),
    'GET /protocols/tasks': () => pageOf([]),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([]),
    ...answers,
  });
  await connectivity.probe();
  await keepRows(userId, rows);
  await session.save({ token: 'good', role: 'secretary', userId });
  const app = openApp('/main/protocols/p1');
  await waitFor(() => expect(outbox.list()).toHaveLength(rows.length));
  return { server, ...app };
}

test('unsent text for a protocol that is gone can be read and copied', async () => {
  const { person, router, address } = await open([refused], { 'GET /protocols/p1': gone });
  expect(await screen.findByRole('heading', { level: 1, name: 'Протокол не найден' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Показать неотправленное' }));
  const queue = await screen.findByRole('dialog', { name: 'Очередь отправки' });
  await person.click(await within(queue).findByRole('link', { name: 'Исправить' }));
  const kept = await screen.findByRole('region', { name: 'Протокол «Совет»: вопрос «О смете»' });
  const discussion = within(kept).getByLabelText('Выступили');
  expect(discussion).toHaveValue('Ким: аренда выросла втрое.');
  // Text typed into it later is not lost without a question either.
  await person.type(discussion, ' Орлова против.');
  expect(isSafeToReload()).toBe(false);
  await act(() => router.navigate('/main/meetings'));
  const question = await screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' });
  await person.click(within(question).getByRole('button', { name: 'Остаться' }));
  expect(discussion).toHaveValue('Ким: аренда выросла втрое. Орлова против.');
  await person.click(within(kept).getByRole('button', { name: 'Отмена' }));
  expect(address()).toBe('/main/protocols/p1');
  expect(isSafeToReload()).toBe(true);
});

test('unsaved input stays when the protocol is deleted elsewhere', async () => {
  const { person, server } = await open([], {
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'POST /protocols/p1/tasks': () => Response.json({ data: { id: 't1', status: 'new' } }, { status: 201 }),
  });
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  const place = await screen.findByLabelText('Место');
  await person.type(place, 'Москва, зал 2');
  await person.click(screen.getByRole('button', { name: 'Новое поручение' }));
  await person.type(await screen.findByLabelText('Что сделать'), 'Купить стол');
  // It is deleted elsewhere at that moment: the refetch after the task finds it gone.
  server.answers['GET /protocols/p1'] = gone;
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  expect(await screen.findByText('Этого протокола больше нет на сервере.')).toBeVisible();
  expect(place).toBeVisible();
  expect(place).toHaveValue('Москва, зал 2');
});

test('a secretary who took part in the protocol of another finds their own copy', async () => {
  const capabilities = ['client-ids', 'idempotency', 'versions', 'participation'];
  const health = () => Response.json({ status: 'ok', capabilities });
  await open([], { 'GET /protocols/p1': gone, 'GET /health': health });
  const own = await screen.findByRole('link', { name: 'Открыть как участник' });
  expect(own).toHaveAttribute('href', '/main/settings?tab=protocols&protocol=p1');
});

test('a recording for a protocol that is gone can be saved as a file', async () => {
  const recording = new File(['запись'], 'запись.webm', { type: 'video/webm' });
  const given = { id: 'u1', ownerId: String(visits + 1), protocolId: 'p1', chunkSize: 100, now: 0 };
  const row = newRow(recording, given);
  const lastError = { code: 'not_found', message: 'Протокол не найден: возможно, его удалили.' };
  await store.putUpload({ ...row, state: 'failed', lastError, recorded: true });
  await open([], { 'GET /protocols/p1': gone });
  const upload = await screen.findByRole('region', { name: 'Загрузка видео' });
  expect(within(upload).getByRole('button', { name: 'Сохранить файл' })).toBeVisible();
  expect(upload).toHaveTextContent('Протокол не найден: возможно, его удалили.');
  await store.deleteUpload('u1');
});
