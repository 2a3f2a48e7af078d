import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp } from './support/open-app.tsx';
import { cutLine, open, pick, posts } from './support/open-new-protocol.tsx';

afterEach(forgetWrites);
afterEach(() => void vi.restoreAllMocks());

test('offline a new protocol opens at once, complete and editable; it is sent once when the connection returns', async () => {
  const app = open();
  const { person } = app;
  // Typed key by key, it would take a busy machine half of the test's time.
  const write = async (field: HTMLElement, text: string) => {
    await person.click(field);
    await person.paste(text);
  };
  await write(await screen.findByLabelText('Название'), 'Планёрка');
  await person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  await person.paste('О смете');
  expect(await screen.findByDisplayValue('О смете')).toBeVisible();
  await pick(app, 'Участники', 0, 'Иванов');
  await pick(app, 'Участники', 0, 'Орлова');
  const mend = cutLine(app);
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: /1\.О смете/ })).toBeVisible();
  expect(await screen.findByText('Перетащите запись встречи сюда')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Новое поручение' }));
  await write(await screen.findByLabelText('Что сделать'), 'Купить стол');
  await person.selectOptions(screen.getByLabelText('Вопрос повестки'), '1. О смете');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Статус: Купить стол' }), 'В работе');
  await person.click(screen.getByRole('button', { name: 'Вопрос повестки' }));
  await write(screen.getByLabelText('Вопрос'), 'Разное');
  await person.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(screen.queryByLabelText('Вопрос')).toBeNull());
  expect(await screen.findByRole('heading', { name: /2\.Разное/ })).toBeVisible();
  await person.click(screen.getByRole('tab', { name: /Участники\s*2/ }));
  await person.click(await screen.findByRole('button', { name: 'Убрать: Орлова Елена Викторовна' }));
  await waitFor(() => expect(screen.getByRole('tab', { name: /Участники\s*1/ })).toBeVisible());
  await person.click(await screen.findByRole('button', { name: 'Документы' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Скачать PDF' }));
  expect(await screen.findByText(/протокол ещё не отправлен/)).toBeVisible();
  await person.click(screen.getAllByRole('link', { name: 'Протоколы' })[0] as HTMLElement);
  const row = await screen.findByRole('row', { name: /Планёрка/ });
  expect(row).toHaveTextContent('0 из 1');
  expect(within(row).getByRole('button', { name: 'ожидает отправки' })).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Поручения' }));
  expect(await screen.findByRole('row', { name: /Купить стол.*Планёрка/ })).toBeVisible();
  const tried = app.server.received.length;
  mend();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const writes = app.server.received.slice(tried).filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/g, '#')}`)).toEqual([
    'POST /protocols',
    'POST /protocols/#/members',
    'POST /protocols/#/tasks',
    'PUT /protocols/tasks/#',
    'PUT /protocols/#',
  ]);
});

test('after a crash while the draft was being enqueued the next page continues and creates nothing twice', async () => {
  const first = open();
  await first.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await pick(first, 'Участники', 0, 'Иванов');
  cleanup();
  // The draft was handed over, and it is unknown how far that came.
  const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('protocol-draft'));
  const draft = JSON.parse(localStorage.getItem(key) ?? '') as { id: string };
  localStorage.setItem(key, JSON.stringify({ ...draft, handing: true, memberKeys: { u1: 'm-1' } }));
  const again = open();
  await waitFor(() => expect(again.address()).toBe(`/main/protocols/${draft.id}`));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(posts(again).map(({ body }) => (body as { id: string }).id)).toEqual([draft.id, 'm-1']);
  expect(localStorage.getItem(key)).toBeNull();
  cleanup();
  // Handed over once more, with everything already on the server.
  localStorage.setItem(key, JSON.stringify({ ...draft, handing: true, memberKeys: { u1: 'm-1' } }));
  const taken = () => refuse(409, 'id_taken', 'Запись с таким идентификатором уже есть');
  const last = open({
    'POST /protocols': taken,
    [`POST /protocols/${draft.id}/members`]: taken,
    [`GET /protocols/${draft.id}`]: () =>
      Response.json({ data: { id: draft.id, stage: 'no_video', title: 'Планёрка' } }),
  });
  await waitFor(() => expect(last.address()).toBe(`/main/protocols/${draft.id}`));
  expect(await screen.findByRole('heading', { level: 1, name: 'Планёрка' })).toBeVisible();
  await waitFor(() => expect(outbox.list()).toEqual([]));
});

test('a draft that is in the outbox already is opened, not enqueued again', async () => {
  const app = open();
  await app.person.type(await screen.findByLabelText('Название'), 'Планёрка');
  const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('protocol-draft'));
  const draft = localStorage.getItem(key) ?? '';
  cutLine(app);
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toMatch(/protocols\/[0-9a-f-]{36}$/));
  cleanup();
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(draft), handing: true }));
  const again = openApp('/main/protocols/add');
  await waitFor(() => expect(again.address()).toBe(app.address()));
  expect(outbox.list()).toHaveLength(1);
});

test('two tabs create two protocols, each from its own input', async () => {
  const one = open();
  await one.person.type(await screen.findByLabelText('Название'), 'Совет');
  const other = openApp('/main/protocols/add');
  await waitFor(() => expect(screen.getAllByLabelText('Название')).toHaveLength(2));
  const [inOne, inOther] = screen.getAllByLabelText('Название') as [HTMLElement, HTMLElement];
  expect(inOther).toHaveValue('');
  await other.person.type(inOther, 'Комитет');
  expect(inOne).toHaveValue('Совет');
  await other.person.click(screen.getAllByRole('button', { name: 'Создать протокол' })[1] as HTMLElement);
  await waitFor(() => expect(other.address()).toMatch(/protocols\/[0-9a-f-]{36}$/));
  cleanup();
  // The first tab crashed after the other one's protocol was created: its own input is still there.
  const again = openApp('/main/protocols/add');
  expect(await screen.findByLabelText('Название')).toHaveValue('Совет');
  await again.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(again.address()).toMatch(/protocols\/[0-9a-f-]{36}$/));
  expect(posts(one).map(({ body }) => (body as { title: string }).title)).toEqual(['Комитет', 'Совет']);
  expect(again.address()).not.toBe(other.address());
  expect(Object.keys(localStorage).filter((each) => each.startsWith('protocol-draft'))).toEqual([]);
});

/** Leaves a draft behind, as an earlier page does. */
async function leaveTyped(title: string): Promise<string> {
  const app = open();
  await app.person.type(await screen.findByLabelText('Название'), title);
  cleanup();
  return Object.keys(localStorage).find((each) => each.startsWith('protocol-draft')) ?? '';
}

test('a draft whose lock the previous page releases late is still restored', async () => {
  const name = await leaveTyped('Планёрка');
  const gone = Promise.withResolvers<void>();
  void navigator.locks.request(name, () => gone.promise);
  const request = navigator.locks.request.bind(navigator.locks) as (...of: unknown[]) => Promise<unknown>;
  vi.spyOn(navigator.locks, 'request').mockImplementation((of: string, ...rest: unknown[]) => {
    const [options] = rest;
    if (of === name && typeof options === 'object' && options && 'signal' in options) queueMicrotask(gone.resolve);
    return request(of, ...rest);
  });
  openApp('/main/protocols/add');
  expect(await screen.findByLabelText('Название')).toHaveValue('Планёрка');
});

test('without browser locks the form opens empty and the earlier draft is kept', async () => {
  const name = await leaveTyped('Планёрка');
  const left = localStorage.getItem(name);
  const none = new DOMException('no locks', 'SecurityError');
  vi.spyOn(navigator.locks, 'request').mockImplementation((of: string) =>
    of.startsWith('protocol-draft') ? Promise.reject(none) : Promise.resolve(),
  );
  openApp('/main/protocols/add');
  expect(await screen.findByLabelText('Название')).toHaveValue('');
  expect(localStorage.getItem(name)).toBe(left);
});

test('a draft whose protocol another tab has created meanwhile becomes a protocol of its own', async () => {
  const app = open();
  await app.person.type(await screen.findByLabelText('Название'), 'Комитет');
  const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('protocol-draft'));
  const draft = localStorage.getItem(key) ?? '';
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toMatch(/protocols\/[0-9a-f-]{36}$/));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const first = app.address();
  // Written as a tab of an earlier build does, which does not know of several drafts.
  localStorage.setItem('protocol-draft:7:', draft);
  await app.router.navigate('/main/protocols/add');
  await app.person.type(await screen.findByLabelText('Название'), ' по смете');
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toMatch(/protocols\/[0-9a-f-]{36}$/));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(app.address()).not.toBe(first);
  expect(posts(app).map(({ body }) => (body as { title: string }).title)).toEqual(['Комитет', 'Комитет по смете']);
  expect(localStorage.getItem('protocol-draft:7:')).toBeNull();
});

test('a protocol refused later is corrected in its form under the same id, and mutations that wait for it follow', async () => {
  const message = 'Протокол с таким номером в этом году уже есть';
  const app = open();
  const { person, server } = app;
  await person.type(await screen.findByLabelText('Название'), 'Планёрка');
  await person.type(screen.getByLabelText('Номер'), '7');
  await pick(app, 'Участники', 0, 'Иванов');
  const create = server.answers['POST /protocols'] as () => Response;
  const mend = cutLine(app);
  await person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(app.address()).toMatch(/protocols\/[0-9a-f-]{36}$/));
  mend();
  server.answers['POST /protocols'] = (call) =>
    (call.body as { number: string }).number === '7'
      ? Response.json({ message, code: 'number_taken', errors: { number: [message] } }, { status: 409 })
      : (create as unknown as (of: typeof call) => Response)(call);
  expect(await screen.findByRole('button', { name: 'не отправлено' })).toBeVisible();
  const [failed] = outbox.list();
  await app.router.navigate(`/main/protocols/add?write=${failed?.id}`);
  const number = await screen.findByLabelText('Номер');
  await waitFor(() => expect(number).toHaveAccessibleDescription(new RegExp(message)));
  expect(screen.getByLabelText('Название')).toHaveValue('Планёрка');
  await person.clear(number);
  await person.type(number, '8');
  await person.click(screen.getByRole('button', { name: 'Отправить ещё раз' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(app.address()).toBe(`/main/protocols/${failed?.creates}`);
  const ids = posts(app)
    .filter(({ path }) => path === '/protocols')
    .map(({ body }) => (body as { id: string }).id);
  expect(new Set(ids)).toEqual(new Set([failed?.creates]));
  expect(posts(app).at(-1)?.path).toBe(`/protocols/${failed?.creates}/members`);
});
