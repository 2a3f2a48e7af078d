import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { connectivity } from '#src/lib/connectivity.ts';
import { fakeServer, noLine, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

interface Row {
  id: string;
  name: string;
}

const taken = () => {
  const message = 'Такое ключевое слово уже есть';
  return Response.json({ message, code: 'validation_failed', errors: { name: [message] } }, { status: 422 });
};

function open(names = ['бюджет', 'поручить'], answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  const rows = names.map((name, index): Row => ({ id: `k${index}`, name }));
  const byName = (one: Row, other: Row) => one.name.localeCompare(other.name, 'ru');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids'] }),
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
      rows.splice(0, 1);
      return new Response(null, { status: 204 });
    },
    ...answers,
  });
  const sent = (method: string) => server.received.filter((call) => call.method === method && call.path !== '/health');
  return { server, sent, ...openApp('/main/settings/keywords') };
}

const field = () => screen.findByLabelText('Новое ключевое слово');
const shown = async () =>
  within(await screen.findByRole('list', { name: 'Ключевые слова' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('Enter adds one after the other, and the focus stays in the field', async () => {
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

test('an empty one and a duplicate are said at the field, and what was typed stays', async () => {
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

test('who types on is not held up, and a refused one is named beside the next', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  let asked = 0;
  const { person, sent } = open([], {
    'POST /keywords': () => {
      asked += 1;
      return answers[asked - 1]?.promise ?? refuse(500, 'internal', 'Сбой');
    },
  });
  await person.click(await field());
  await person.keyboard('срок{Enter}');
  await waitFor(async () => expect(await field()).toHaveValue(''));
  await person.keyboard('смета{Enter}');
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
  await person.keyboard('аре');
  answers[0]?.resolve(taken());
  await waitFor(async () =>
    expect(await field()).toHaveAccessibleDescription('Не добавлено: «срок». Такое ключевое слово уже есть'),
  );
  expect(await field()).toHaveValue('аре');
  answers[1]?.resolve(Response.json({ data: { id: 'k9', name: 'смета' } }, { status: 201 }));
  expect(await screen.findByText('Добавлено: смета')).toBeInTheDocument();
});

test('a try after a lost line is the same try', async () => {
  const { person, sent, server } = open([], { 'POST /keywords': noLine });
  await person.type(await field(), 'срок{Enter}');
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/^Нет подключения/));
  expect(await field()).toHaveValue('срок');
  connectivity.reportSuccess();
  server.answers['POST /keywords'] = ({ body }) => Response.json({ data: body }, { status: 201 });
  await person.keyboard('{Enter}');
  await waitFor(async () => expect(await field()).toHaveValue(''));
  const [first, second] = sent('POST');
  expect(second?.body).toEqual(first?.body);
});

test('a rename by the keyboard; Escape leaves it as it was', async () => {
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

test('a deleted one leaves its place, with the focus on the way back', async () => {
  const { person, sent } = open();
  (await screen.findByRole('button', { name: 'Удалить: бюджет' })).focus();
  await person.keyboard('{Enter}');
  const back = await screen.findByRole('button', { name: 'Вернуть' });
  await waitFor(() => expect(back).toHaveFocus());
  expect(await shown()).toEqual(['Удалено: «бюджет»Вернуть', 'поручить']);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Переименовать: бюджет' })).toHaveFocus());
  expect(await shown()).toEqual(['бюджет', 'поручить']);
  expect(sent('POST')[0]?.body).toEqual({ id: 'k0', name: 'бюджет' });
});

test('a deletion that is refused says so at its row', async () => {
  const { person } = open(undefined, { 'DELETE /keywords/k0': () => refuse(500, 'internal', 'Сбой на сервере') });
  await person.click(await screen.findByRole('button', { name: 'Удалить: бюджет' }));
  expect(await screen.findByText('Не удалено. Сбой на сервере')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Удалить: бюджет' })).toHaveFocus();
});

test('none yet, loading, refused and without a line', async () => {
  const answer = Promise.withResolvers<Response>();
  const { server, person } = open([], { 'GET /keywords': () => answer.promise });
  await field();
  expect(screen.getByRole('status', { name: 'Загрузка...' })).toBeVisible();
  answer.resolve(refuse(403, 'forbidden', 'Недостаточно прав'));
  expect(await screen.findByText('Недостаточно прав')).toBeVisible();
  server.answers['GET /keywords'] = () => Response.json({ data: [] });
  await person.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Ключевых слов пока нет')).toBeVisible();
  server.answers['GET /health'] = noLine;
  connectivity.reportFailure();
  expect(await screen.findByText('Нет подключения.')).toBeVisible();
  connectivity.reportSuccess();
});
