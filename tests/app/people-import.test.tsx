import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { capabilities } from '#contract/health.ts';
import { fakeServer, pageOf, refuse } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const verdicts = [
  { line: 2, action: 'add', words: 'Будет добавлен: секретарь' },
  { line: 3, action: 'refuse', words: 'Неверный формат e-mail' },
];

function open(role: 'admin' | 'manager' = 'admin', query = '', offered: readonly string[] = capabilities) {
  signInAs(role);
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: offered, features: { mail: false } }),
    'GET /users': () => pageOf([]),
    'POST /users/import/preview': () => Response.json({ data: { rows: verdicts } }),
  });
  return { server, ...openApp(`/main/settings/users${query}`) };
}

async function choose(person: ReturnType<typeof open>['person'], text: string) {
  await person.click(await screen.findByRole('button', { name: 'Из таблицы' }));
  const dialog = await screen.findByRole('dialog', { name: 'Люди из таблицы' });
  await person.upload(
    within(dialog).getByLabelText(/Выбрать файл/),
    new File([text], 'люди.csv', { type: 'text/csv' }),
  );
  return dialog;
}

/** The intervals of this length that are running. */
function watchIntervals(length: number): Set<unknown> {
  const running = new Set<unknown>();
  const { setInterval: start, clearInterval: end } = globalThis;
  vi.stubGlobal('setInterval', (tick: () => void, ms?: number) => {
    const timer = start(tick, ms);
    if (ms === length) running.add(timer);
    return timer;
  });
  vi.stubGlobal('clearInterval', (timer: Parameters<typeof end>[0]) => {
    running.delete(timer);
    end(timer);
  });
  return running;
}

test('each row is checked first; then the new people are added, and no mail is claimed to be sent', async () => {
  const { server, person } = open();
  const dialog = await choose(
    person,
    'ФИО;E-mail;Роль;Должность;Отдел\nОрлов Иван;ivan@example.ru;секретарь;Инженер;АХО\nПетрова;не почта;\n',
  );
  const rows = await within(dialog).findByRole('list', { name: 'Строки таблицы' });
  // Rows with errors come first.
  expect(
    within(rows)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    '3Петроване почтаНеверный формат e-mail',
    '2Орлов Иванivan@example.ru · ИнженерБудет добавлен: секретарь',
  ]);
  expect(within(dialog).getByText(/^Не прочитан столбец «.*Отдел.*»\. Нужны названия из образца\.$/)).toBeVisible();
  server.answers['POST /users/import'] = () =>
    Response.json({ data: { added: 1, existing: 0, refused: [verdicts[1]] } });
  await person.click(within(dialog).getByRole('button', { name: /^Добавить 1\sчеловека$/ }));
  expect(await screen.findByText(/^Добавлено: 1\sчеловек$/)).toBeVisible();
  expect(screen.getByText(/Почта не подключена: .*; не добавлено строк: 1/)).toBeVisible();
  const sent = server.received.find(({ path }) => path === '/users/import')?.body;
  expect(sent).toMatchObject({ invite: true, rows: [{ line: 2, email: 'ivan@example.ru' }, { line: 3 }] });
});

test('the list is read anew also after an import whose answer was lost', async () => {
  const { server, person } = open();
  const dialog = await choose(person, 'ФИО;E-mail\nОрлов Иван;ivan@example.ru\n');
  server.answers['POST /users/import'] = () => refuse(504, 'timeout', 'Ответа нет');
  server.answers['GET /users'] = () => pageOf([{ id: 'u9', name: 'Орлов Иван', email: 'ivan@example.ru' }], 9880);
  await person.click(await within(dialog).findByRole('button', { name: /^Добавить 1\sчеловека$/ }));
  expect(await within(dialog).findByText(/Добавлены не все/)).toBeVisible();
  await person.click(within(dialog).getByRole('button', { name: 'Отмена' }));
  expect(await screen.findByText('ivan@example.ru')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 }).parentElement).toHaveTextContent(/^Пользователи9\s880/);
});

test('an unsuitable file is rejected with the reason, and nothing is sent', async () => {
  const { server, person } = open();
  const dialog = await choose(person, 'нет;столбцов\n');
  expect(await within(dialog).findByText(/Файл не подошёл\. .*«ФИО» и «E-mail»/)).toBeVisible();
  await person.click(within(dialog).getByRole('button', { name: 'Добавить' }));
  expect(server.received.some(({ path }) => path.startsWith('/users/import'))).toBe(false);
});

test('a manager is offered no import from a table', async () => {
  open('manager');
  expect(await screen.findByRole('button', { name: 'Добавить пользователя' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Из таблицы' })).not.toBeInTheDocument();
});

test.each([
  ['a manager', 'manager', capabilities],
  ['an administrator with an earlier server', 'admin', capabilities.filter((name) => name !== 'people-uninvited')],
] as const)('%s is shown no filter that the server would ignore', async (_, role, offered) => {
  const { server } = open(role, '?uninvited=1', offered);
  server.answers['GET /users/uninvited'] = () => Response.json({ data: { count: 12 } });
  server.answers['GET /users'] = ({ query }) =>
    pageOf(query.has('uninvited') ? [] : [{ id: 'u9', name: 'Орлов Иван', email: 'ivan@example.ru' }]);
  expect(await screen.findByText('ivan@example.ru')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Только без приглашения' })).not.toBeInTheDocument();
  if (role === 'admin') expect(await screen.findByText(/^Приглашений ещё не получали: 12\sчеловек$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^12\sчеловек$/ })).not.toBeInTheDocument();
});

test('people without an invitation are counted, and all of them are invited after a confirmation', async () => {
  const asking = watchIntervals(3_000);
  const { server, person } = open();
  server.answers['GET /users/uninvited'] = () => Response.json({ data: { count: 12 } });
  server.answers['POST /users/invitations'] = () => {
    server.answers['GET /users/uninvited'] = () => Response.json({ data: { count: 0 } });
    return Response.json({ data: { count: 12 } });
  };
  expect(await screen.findByText(/^Приглашений ещё не получали:/)).toHaveTextContent(/: 12\sчеловек$/);
  await person.click(screen.getByRole('link', { name: /^12\sчеловек$/ }));
  await waitFor(() => expect(server.received.at(-1)?.query.get('uninvited')).toBe('1'));
  await person.click(await screen.findByRole('checkbox', { name: 'Только без приглашения' }));
  expect(screen.queryByRole('checkbox', { name: 'Только без приглашения' })).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Пригласить всех' }));
  await person.click(await screen.findByRole('button', { name: 'Отправить' }));
  expect(await screen.findByText(/^Приглашения: 12\sчеловек$/)).toBeVisible();
  expect(screen.getByText(/Почта не подключена/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/ещё не получали|составляются/)).toBeNull());
  expect(asking.size).toBe(0);

  // On the same screen others are added.
  server.answers['GET /users/uninvited'] = () => Response.json({ data: { count: 5 } });
  server.answers['POST /users/import'] = () => Response.json({ data: { added: 5, existing: 0, refused: [] } });
  const dialog = await choose(person, 'ФИО;E-mail\nОрлов Иван;ivan@example.ru\n');
  await person.click(await within(dialog).findByRole('button', { name: /^Добавить 1\sчеловека$/ }));
  expect(await screen.findByRole('link', { name: /^5\sчеловек$/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Пригласить всех' })).toBeVisible();
});
