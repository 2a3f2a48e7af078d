import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { store } from '#src/sync/page/store.ts';
import { StorageFullError } from '#src/sync/store/store.ts';
import { fakeServer, noConnection, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

interface Row {
  id: string;
  name: string;
}

afterEach(forgetWrites);

const taken = () => {
  const message = 'Такое ключевое слово уже есть';
  return Response.json({ message, code: 'validation_failed', errors: { name: [message] } }, { status: 422 });
};

function open(names = ['бюджет', 'поручить'], answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  const rows = names.map((name, index): Row => ({ id: `k${index}`, name }));
  const byName = (one: Row, other: Row) => one.name.localeCompare(other.name, 'ru');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] }),
    'GET /keywords': () => Response.json({ data: rows.toSorted(byName) }),
    'POST /keywords': ({ body }) => {
      const row = body as Row;
      if (rows.some(({ name }) => name === row.name)) return taken();
      rows.push(row);
      return Response.json({ data: row }, { status: 201 });
    },
    'PUT /keywords/k0': ({ body }) => {
      if ((body as Row).name === 'поручить') return taken();
      Object.assign(rows.find(({ id }) => id === 'k0') ?? {}, body);
      return Response.json({ data: { id: 'k0', ...(body as object) } });
    },
    'DELETE /keywords/k0': () => {
      rows.splice(
        rows.findIndex(({ id }) => id === 'k0'),
        1,
      );
      return new Response(null, { status: 204 });
    },
    ...answers,
  });
  const sent = (method: string) => server.received.filter((call) => call.method === method && call.path !== '/health');
  return { server, sent, ...openApp('/main/settings/keywords') };
}

const made = ({ method, body }: { method: string; body: unknown }) => (method === 'POST' ? [body as Row] : []);
const mark = 'ожидает отправки';
const field = () => screen.findByLabelText('Новое ключевое слово');
const shown = async () =>
  within(await screen.findByRole('list', { name: 'Ключевые слова' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('Enter adds one keyword after another, and the focus stays in the field', async () => {
  const { person } = open();
  expect(await shown()).toEqual(['бюджет', 'поручить']);
  await person.click(await field());
  await person.keyboard(' срок {Enter}');
  await waitFor(async () => expect(await shown()).toEqual(['бюджет', 'поручить', 'срок']));
  expect(await field()).toHaveFocus();
  expect(await field()).toHaveValue('');
  await person.keyboard('аренда{Enter}');
  await waitFor(async () => expect(await shown()).toEqual(['аренда', 'бюджет', 'поручить', 'срок']));
  expect(screen.getByText('Добавлено: аренда')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Ключевые слова' }).parentElement).toHaveTextContent('4');
});

test('an empty keyword and a duplicate are reported at the field, and what was typed stays', async () => {
  const { person, sent } = open();
  await person.click(await field());
  await person.keyboard('{Enter}');
  expect(await field()).toHaveAccessibleDescription('Поле обязательно для заполнения');
  expect(sent('POST')).toEqual([]);
  await person.keyboard('бюджет{Enter}');
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription('Такое ключевое слово уже есть'));
  expect(await field()).toHaveValue('бюджет');
  expect(await field()).toHaveFocus();
});

test('several are pasted at once, also from a table column; existing ones are named and not sent', async () => {
  const { person, sent } = open();
  await shown();
  await person.click(await field());
  await person.paste('Срок\r\nбюджета\r\nсмета\tплан работ\r\n');
  expect(await field()).toHaveValue('Срок, бюджета, смета, план работ');
  await person.keyboard('{Enter}');
  await waitFor(async () => expect(await shown()).toEqual(['бюджет', 'план работ', 'поручить', 'смета', 'Срок']));
  expect(screen.getByText('Уже есть, поэтому не добавлено: «бюджета»')).toBeVisible();
  expect(await field()).toHaveValue('');
  expect(await field()).toHaveFocus();
  expect(sent('POST').map(({ body }) => (body as Row).name)).toEqual(['Срок', 'смета', 'план работ']);
  // The message about the previous keywords does not apply to the next one.
  await person.keyboard('сроки{Enter}');
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/^Уже есть «Срок»/));
  expect(screen.queryByText(/поэтому не добавлено/)).not.toBeInTheDocument();
});

test('several keywords added offline are all queued', async () => {
  const { person, server } = open();
  await shown();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.type(await field(), 'аренда; срок{Enter}');
  await waitFor(async () => expect(await shown()).toEqual([`аренда${mark}`, 'бюджет', 'поручить', `срок${mark}`]));
  expect(outbox.list().map(({ kind }) => kind)).toEqual(['keyword.create', 'keyword.create']);
});

test('another form of an existing word is reported at the field, also offline', async () => {
  const { person, sent, server } = open();
  await shown();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.type(await field(), 'бюджеты{Enter}');
  expect(await field()).toHaveAccessibleDescription('Уже есть «бюджет»: это то же слово в другой форме');
  expect(await field()).toHaveValue('бюджеты');
  expect(outbox.list()).toEqual([]);
  expect(sent('POST')).toEqual([]);
});

test('typing goes on while keywords are being sent, and a refused one is named at the field', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  let asked = 0;
  const { person, sent } = open([], {
    'POST /keywords': () => {
      asked += 1;
      return answers[asked - 1]?.promise ?? refuse(403, 'forbidden', 'Недостаточно прав');
    },
  });
  await person.click(await field());
  await person.keyboard('срок{Enter}');
  await waitFor(async () => expect(await field()).toHaveValue(''));
  await person.keyboard('смета{Enter}');
  await waitFor(async () => expect(await shown()).toEqual([`смета${mark}`, `срок${mark}`]));
  await person.keyboard('аре');
  answers[0]?.resolve(taken());
  await waitFor(async () =>
    expect(await field()).toHaveAccessibleDescription('Не добавлено: «срок». Такое ключевое слово уже есть'),
  );
  expect(await field()).toHaveValue('аре');
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
  answers[1]?.resolve(Response.json({ data: { id: 'k9', name: 'смета' } }, { status: 201 }));
  expect(await screen.findByText('Добавлено: смета')).toBeInTheDocument();
});

test('each of several refused keywords is named with its reason', async () => {
  const long = 'Не больше 10 символов';
  const { person } = open([], {
    'POST /keywords': ({ body }) =>
      (body as Row).name === 'смета'
        ? Response.json({ message: long, code: 'validation_failed', errors: { name: [long] } }, { status: 422 })
        : taken(),
  });
  await person.type(await field(), 'срок, смета, аренда{Enter}');
  await waitFor(async () =>
    expect(await field()).toHaveAccessibleDescription(
      'Не добавлено: «срок», «аренда». Такое ключевое слово уже есть. Не добавлено: «смета». Не больше 10 символов',
    ),
  );
  expect(await field()).toHaveValue('срок');
  await waitFor(async () => expect(outbox.list()).toEqual([]));
});

test('offline changes are queued, shown and marked, and sent in order when the connection is back', async () => {
  const { person, sent, server } = open(undefined, { 'POST /keywords': noConnection, 'GET /health': noConnection });
  await shown();
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.type(await field(), 'срок{Enter}');
  expect(await screen.findByText('Сохранено на устройстве, ожидает отправки: срок')).toBeInTheDocument();
  expect(await field()).toHaveValue('');
  await person.click(await screen.findByRole('button', { name: 'Переименовать: срок' }));
  await person.keyboard('сроки{Enter}');
  await person.click(await screen.findByRole('button', { name: 'Удалить: поручить' }));
  await waitFor(async () => expect(await shown()).toEqual(['бюджет', 'Удалено: «поручить»Вернуть', `сроки${mark}`]));
  expect(sent('POST')).toEqual([]);

  server.answers['GET /health'] = () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] });
  const made: Row[] = [];
  server.answers['POST /keywords'] = ({ body }) => {
    made.push(body as Row);
    server.answers[`PUT /keywords/${made[0]?.id}`] = ({ body: named }) => {
      made[0] = { ...(made[0] as Row), ...(named as Row) };
      return Response.json({ data: made[0] });
    };
    return Response.json({ data: body }, { status: 201 });
  };
  server.answers['DELETE /keywords/k1'] = () => new Response(null, { status: 204 });
  server.answers['GET /keywords'] = () => Response.json({ data: [{ id: 'k0', name: 'бюджет' }, ...made] });
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(await shown()).toEqual(['бюджет', 'Удалено: «поручить»Вернуть', 'сроки']);
  expect(server.received.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual([
    'POST',
    'PUT',
    'DELETE',
  ]);
});

test('a deleted unsent keyword is never sent, nor is a deletion that is undone', async () => {
  const { person, sent } = open(undefined, { 'GET /health': noConnection });
  await shown();
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.type(await field(), 'срок{Enter}');
  await person.click(await screen.findByRole('button', { name: 'Удалить: срок' }));
  await person.click(await screen.findByRole('button', { name: 'Удалить: бюджет' }));
  await waitFor(() => expect(outbox.list().map(({ kind }) => kind)).toEqual(['keyword.delete']));
  await person.click(await screen.findByRole('button', { name: 'Вернуть: бюджет' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Переименовать: бюджет' })).toHaveFocus());
  expect(await shown()).toEqual(['бюджет', 'поручить', 'Удалено: «срок»Вернуть']);
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(sent('DELETE')).toEqual([]);
});

test('each of several deleted keywords can be restored', async () => {
  const { person, sent } = open(['аренда', 'бюджет', 'договор'], { 'GET /health': noConnection });
  await shown();
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  for (const name of ['бюджет', 'аренда', 'договор'])
    await person.click(await screen.findByRole('button', { name: `Удалить: ${name}` }));
  expect(await shown()).toEqual(['аренда', 'бюджет', 'договор'].map((name) => `Удалено: «${name}»Вернуть`));
  for (const name of ['бюджет', 'аренда', 'договор'])
    await person.click(await screen.findByRole('button', { name: `Вернуть: ${name}` }));
  await waitFor(async () => expect(await shown()).toEqual(['аренда', 'бюджет', 'договор']));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(sent('DELETE')).toEqual([]);
});

test('with the device full a keyword is sent at once online; offline it stays in the form with a message', async () => {
  const { person, sent, server } = open();
  const full = vi.spyOn(store, 'changeOutbox').mockRejectedValue(new StorageFullError());
  await person.type(await field(), 'срок{Enter}');
  await waitFor(async () => expect(await shown()).toEqual(['бюджет', 'поручить', 'срок']));
  expect(sent('POST')).toHaveLength(1);
  server.answers['POST /keywords'] = noConnection;
  await person.type(await field(), 'смета{Enter}');
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/^На устройстве нет места/));
  expect(await field()).toHaveValue('смета');
  // Pressed again it is the same write: the server may have taken it.
  server.answers['POST /keywords'] = taken;
  await person.keyboard('{Enter}');
  await waitFor(() => expect(sent('POST')).toHaveLength(3));
  const [first, lost, again] = sent('POST').map(({ idempotencyKey }) => idempotencyKey);
  expect(again).toBe(lost);
  expect(first).not.toBe(lost);
  full.mockRestore();
});

test('a keyword added before the list was ever loaded is shown, with a note that only unsent ones are listed', async () => {
  const { person } = open([], { 'GET /health': noConnection, 'GET /keywords': noConnection });
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.type(await field(), 'срок{Enter}');
  await waitFor(async () => expect(await shown()).toEqual([`срок${mark}`]));
  expect(screen.getByText(/^Показано только то, что ещё не отправлено/)).toBeVisible();
});

test('a name that is being typed stays when the connection is back and the list is read', async () => {
  const list = Promise.withResolvers<void>();
  const { person, server } = open(['бюджет'], { 'GET /health': noConnection, 'GET /keywords': noConnection });
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.type(await field(), 'срок{Enter}');
  await person.click(await screen.findByRole('button', { name: 'Переименовать: срок' }));
  const name = await screen.findByLabelText('Новое название: срок');
  await person.type(name, ' сдачи');
  server.answers['GET /keywords'] = async () => {
    await list.promise;
    return Response.json({ data: [{ id: 'k0', name: 'бюджет' }, ...server.received.flatMap(made)] });
  };
  server.answers['GET /health'] = () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] });
  act(() => connectivity.reportSuccess());
  await waitFor(() => expect(server.received.flatMap(made)).toHaveLength(1));
  expect(name).toBeInTheDocument();
  list.resolve();
  await waitFor(async () => expect(await shown()).toHaveLength(2));
  expect(screen.queryByText(/^Показано только то, что ещё не отправлено/)).not.toBeInTheDocument();
  expect(name).toHaveFocus();
  expect(name).toHaveValue('срок сдачи');
});

test('a keyword refused later waits with its reason; another name sends it again', async () => {
  const { person, router, sent, server } = open(['бюджет']);
  // Added on another device since, which this one does not know.
  const add = server.answers['POST /keywords'] ?? taken;
  server.answers['POST /keywords'] = (call) => ((call.body as Row).name === 'аренда' ? taken() : add(call));
  await shown();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.type(await field(), 'аренда{Enter}');
  await waitFor(async () => expect(await shown()).toEqual([`аренда${mark}`, 'бюджет']));
  await act(() => router.navigate('/main/settings'));
  server.answers['GET /health'] = () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] });
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  await act(() => router.navigate(`/main/settings/keywords?write=${outbox.list()[0]?.id}`));
  const name = await screen.findByLabelText('Новое название: аренда');
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription('Такое ключевое слово уже есть');
  await person.keyboard('{Escape}');
  await waitFor(async () => expect(await shown()).toEqual(['арендане отправлено', 'бюджет']));
  await person.click(screen.getByRole('button', { name: 'Переименовать: аренда' }));
  await person.keyboard('смета{Enter}');
  await waitFor(async () => expect(await shown()).toEqual(['бюджет', 'смета']));
  expect(sent('POST').map(({ body }) => (body as Row).name)).toEqual(['аренда', 'смета']);
  await waitFor(() => expect(outbox.list()).toEqual([]));
});

test('a keyword is renamed by the keyboard; Escape cancels', async () => {
  const { person } = open();
  const pencil = () => screen.findByRole('button', { name: 'Переименовать: бюджет' });
  (await pencil()).focus();
  await person.keyboard('{Enter}');
  const name = screen.getByLabelText('Новое название: бюджет');
  expect(name).toHaveFocus();
  await person.keyboard('поручить{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription('Такое ключевое слово уже есть'));
  expect(name).toHaveValue('поручить');
  await person.keyboard('{Escape}');
  await waitFor(async () => expect(await pencil()).toHaveFocus());
  await person.keyboard('{Enter}смета{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Переименовать: смета' })).toHaveFocus());
  expect(await shown()).toEqual(['поручить', 'смета']);
});

test('a deleted keyword leaves a placeholder, with the focus on «Вернуть»', async () => {
  const { person, sent } = open();
  (await screen.findByRole('button', { name: 'Удалить: бюджет' })).focus();
  await person.keyboard('{Enter}');
  const back = await screen.findByRole('button', { name: /^Вернуть: / });
  await waitFor(() => expect(back).toHaveFocus());
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(await shown()).toEqual(['Удалено: «бюджет»Вернуть', 'поручить']);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Переименовать: бюджет' })).toHaveFocus());
  await waitFor(async () => expect(await shown()).toEqual(['бюджет', 'поручить']));
  expect(sent('POST')[0]?.body).toEqual({ id: expect.any(String), name: 'бюджет' });
});

test('a keyword whose rename was refused can be deleted like any other', async () => {
  // The server has a name that this device never read.
  const { person, router, sent, server } = open(undefined, { 'PUT /keywords/k0': taken });
  await shown();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.click(screen.getByRole('button', { name: 'Переименовать: бюджет' }));
  await person.keyboard('аренда{Enter}');
  await waitFor(() => expect(outbox.list()).toHaveLength(1));
  await act(() => router.navigate('/main/settings'));
  server.answers['GET /health'] = () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency'] });
  connectivity.reportSuccess();
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('failed'));
  await act(() => router.navigate('/main/settings/keywords'));
  const row = (await screen.findByRole('button', { name: 'не отправлено' })).closest('li') as HTMLElement;
  await person.click(within(row).getByRole('button', { name: /^Удалить/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Вернуть: / })).toHaveFocus());
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(screen.queryByRole('button', { name: /^Переименовать: бюджет/ })).not.toBeInTheDocument();
});

test('a refused deletion is reported at its row', async () => {
  const { person } = open(undefined, { 'DELETE /keywords/k0': () => refuse(403, 'forbidden', 'Недостаточно прав') });
  await person.click(await screen.findByRole('button', { name: 'Удалить: бюджет' }));
  expect(await screen.findByText('Не удалено. Недостаточно прав')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Удалить: бюджет' })).toHaveFocus();
});

test('empty, loading, refused and offline states', async () => {
  const answer = Promise.withResolvers<Response>();
  const { server, person } = open([], { 'GET /keywords': () => answer.promise });
  await field();
  expect(screen.getByRole('status', { name: 'Загрузка...' })).toBeVisible();
  answer.resolve(refuse(403, 'forbidden', 'Недостаточно прав'));
  expect(await screen.findByRole('heading', { name: 'Нет доступа' })).toBeVisible();
  expect(screen.getByText(/^Недостаточно прав\. .* попросите администратора открыть доступ/)).toBeVisible();
  server.answers['GET /keywords'] = () => Response.json({ data: [] });
  await person.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Ключевых слов пока нет')).toBeVisible();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  connectivity.reportSuccess();
});
