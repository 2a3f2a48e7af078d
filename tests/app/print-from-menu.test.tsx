import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const protocol = {
  ...{ id: 'p1', stage: 'final', number: '12', title: 'Совещание по бюджету', version: 5 },
  ...{ held_at: '2026-11-20T10:00:00+03:00', agenda: [{ id: 'a1', title: 'О смете' }], tasks: [], members: [] },
};
const item = (data: unknown) => () => Response.json({ data });
const version = { edition: 2, number: '12', pdf_sha256: 'a'.repeat(64), docx_sha256: 'b'.repeat(64) };
const signed = { ...version, protocol, people: [], settings: { organization: 'Завод «Заря»', qr_code: true } };

async function open(change: object, answers: Parameters<typeof fakeServer>[0], role = 'secretary') {
  signInAs(role);
  const server = fakeServer({
    'GET /health': () =>
      Response.json({ status: 'ok', capabilities: ['idempotency', 'versions', 'documents', 'reading'] }),
    'GET /protocols/p1': item({ ...protocol, ...change }),
    'GET /protocols': item([]),
    'GET /protocols/p1/versions': item([version]),
    ...answers,
  });
  const app = openApp(role === 'secretary' ? '/main/protocols/p1' : '/main/secretaries?view=tasks&protocol=p1');
  await screen.findByRole('button', { name: role === 'secretary' ? 'Документы' : 'Смотреть как документ' });
  // On the way to the browser's menu.
  await app.person.keyboard('{Control}');
  return server;
}

// `vi.waitFor` below: that of the testing library asks again at each change of the page, and this changes it.
/** Returns what the browser takes when its own command prints: the page as it is after the event. */
function printedFromMenu(): Node | undefined {
  fireEvent(window, new Event('beforeprint'));
  const paper = document.querySelector('[data-paper]')?.cloneNode(true);
  fireEvent(window, new Event('afterprint'));
  return paper;
}

test('the first print from the menu of the browser takes the document, with what is signed', async () => {
  const server = await open({}, { 'GET /protocols/p1/versions/2': item(signed) });
  await waitFor(() => expect(server.received.map(({ path }) => path)).toContain('/protocols/p1/versions/2'));
  expect(printedFromMenu()).toHaveTextContent(/совещани. по бюджету/i);
  await vi.waitFor(() => expect(printedFromMenu()).toHaveTextContent('Завод «Заря»'));
  expect(printedFromMenu()).not.toHaveTextContent('В документе не всё');
  expect(document.querySelector('[data-paper]')).toBeNull();
});

test('the settings are there before the browser prints', async () => {
  await open({ stage: 'finish' }, { 'GET /settings/documents': item({ organization: 'Завод «Заря»' }) });
  await vi.waitFor(() => expect(printedFromMenu()).toHaveTextContent('Завод «Заря»'));
});

test('a print from the menu that lacks something says so on the paper', async () => {
  const away = () => refuse(500, 'internal', 'Ошибка сервера');
  await open({ stage: 'finish' }, { 'GET /settings/documents': away });
  await vi.waitFor(() =>
    expect(printedFromMenu()).toHaveTextContent(
      'В документе не всё. На этом устройстве нет того, что есть на сервере: настройки печати организации.',
    ),
  );
});

test('the owner of a protocol without a secretary is printed as its secretary', async () => {
  const me = { id: '7', name: 'Рогов Роман Ильич', email: 'r@example.ru', role: 'secretary' };
  await open({ stage: 'finish', secretary_id: null }, { 'GET /me': item(me) });
  await vi.waitFor(() => expect(printedFromMenu()).toHaveTextContent('Секретарь – Рогов'));
});

test('a reader of a protocol without a secretary is not printed as its secretary', async () => {
  const me = { id: '7', name: 'Рогов Роман Ильич', email: 'r@example.ru', role: 'manager' };
  const settings = { organization: 'Завод «Заря»' };
  const answers = {
    ...{ 'GET /me': item(me), 'GET /settings/documents': item(settings) },
    'GET /protocols/tasks': () => pageOf([]),
    'GET /protocols/tasks/groups': item({ people: [], bodies: [] }),
  };
  const server = await open({ stage: 'finish', secretary_id: null, people: [] }, answers, 'manager');
  await waitFor(() => expect(server.received.map(({ path }) => path)).toContain('/me'));
  await vi.waitFor(() => expect(printedFromMenu()).toHaveTextContent('Завод «Заря»'));
  expect(printedFromMenu()).not.toHaveTextContent('Рогов');
});
