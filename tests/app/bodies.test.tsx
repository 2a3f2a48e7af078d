import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const people = [
  { id: 'u1', name: 'Иванов Сергей Петрович', position: 'директор' },
  { id: 'u2', name: 'Орлова Елена Викторовна' },
];
const budget = {
  id: 'b1',
  name: 'Бюджетная комиссия',
  name_genitive: 'бюджетной комиссии',
  kind: 'Заседание',
  members: [{ member_id: 'u1', kind: 'chairman', name: 'Иванов Сергей Петрович' }],
  agenda: [{ id: 'q1', title: 'О ходе исполнения решений' }],
  quorum: { share: 0.5, is_more: true },
  version: 3,
};

function open(answers: Parameters<typeof fakeServer>[0] = {}, address = '?tab=bodies') {
  signInAs('secretary');
  const capabilities = ['client-ids', 'idempotency', 'versions', 'bodies'];
  const rows: { id: string }[] = [budget];
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /bodies': () => pageOf(rows),
    'GET /users': ({ query }) => pageOf(people.filter(({ name }) => name.includes(query.get('search') ?? ''))),
    'GET /meetings': () => Response.json({ data: [] }),
    'POST /bodies': ({ body }) => {
      const row = { version: 1, ...(body as { id: string }) };
      rows.push(row);
      return Response.json({ data: row }, { status: 201 });
    },
    'DELETE /bodies/b1': () => new Response(null, { status: 204 }),
    ...answers,
  });
  const sent = (method: string) => server.received.filter((call) => call.method === method);
  return { server, sent, ...openApp(`/main/meetings${address}`) };
}

test('the number of people leads to them', async () => {
  const { person, address } = open();
  await person.click(await screen.findByRole('link', { name: /^1.человек$/ }));
  expect(address()).toBe('/main/meetings?tab=bodies&body=b1&part=people');
  expect(await screen.findByRole('heading', { name: 'Состав 1' })).toHaveFocus();
});

const list = () => screen.findByRole('list', { name: 'Комиссии и отделы' });
const field = (name: string) => screen.findByLabelText(name);

test('each body is listed with its details, and a new one is stored with its people, questions and rules', async () => {
  const { person, sent } = open();
  expect(await list()).toHaveTextContent(
    /Бюджетная комиссия.*Заседание · председатель Иванов С..П. · кворум больше половины · 1.человек/,
  );
  await person.click(screen.getByRole('link', { name: 'Добавить' }));
  await person.click(await field('Название'));
  await person.paste('Комиссия по закупкам');
  expect(await field('Название в родительном падеже')).toHaveValue('комиссии по закупкам');
  expect(screen.getByText('В заголовке: ПРОТОКОЛ заседания комиссии по закупкам')).toBeVisible();
  for (const name of ['Иванов', 'Орлова']) {
    await person.type(screen.getByRole('combobox', { name: 'Добавить в состав' }), name);
    await person.click(await screen.findByRole('option', { name: new RegExp(name) }));
    await person.keyboard('{Escape}');
    await person.selectOptions(
      await screen.findByRole('combobox', { name: new RegExp(`Как участвует: ${name}`) }),
      'Председатель',
    );
  }
  await person.click(screen.getByRole('button', { name: 'Добавить вопрос' }));
  await person.paste('1. О плане закупок\n2. Разное');
  await field('Вопрос 2');
  await person.selectOptions(screen.getByLabelText('Кворум'), 'Не менее двух третей');
  expect(screen.getByText('Сейчас это 2 из 2')).toBeVisible();
  await person.selectOptions(screen.getByLabelText('Номера протоколов'), 'own');
  await person.type(screen.getByLabelText('После номера'), '-К');
  expect(screen.getByText('Первый в году: № 1-К')).toBeVisible();
  await person.selectOptions(screen.getByLabelText('Председательствующий в списке присутствовавших'), 'Указывать');
  await person.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toMatchObject({
    chairman_listed: true,
    ...{ name: 'Комиссия по закупкам', name_genitive: null, kind: 'Заседание', approval: null },
    members: [
      { member_id: 'u1', kind: 'present' },
      { member_id: 'u2', kind: 'chairman' },
    ],
    agenda: [{ title: 'О плане закупок' }, { title: 'Разное' }],
    quorum: { share: 2 / 3 },
    numbering: { is_own: true, suffix: '-К' },
  });
  expect(await list()).toHaveTextContent('Комиссия по закупкам');
});

test('the quorum is counted as the protocol counts it: the secretary and the invited do not decide', async () => {
  const kinds = ['chairman', 'present', 'present', 'present', 'secretary', 'invited'];
  const members = kinds.map((kind, index) => ({ member_id: `m${index}`, kind, name: `Участник ${index}` }));
  const body = { ...budget, members };
  const { person } = open({ 'GET /bodies': () => pageOf([body]) });
  await person.click(await screen.findByRole('link', { name: 'Бюджетная комиссия' }));
  expect(await screen.findByText('Сейчас это 3 из 4')).toBeVisible();
});

test('invalid values are reported at their fields, and nothing is sent', async () => {
  const { person, sent } = open({}, '?tab=bodies&body=new');
  await person.click(await screen.findByRole('button', { name: 'Сохранить' }));
  expect(await field('Название')).toHaveAccessibleDescription('Поле обязательно для заполнения');
  await person.click(await field('Название'));
  await person.paste('я'.repeat(10_000));
  expect(await field('Название')).toHaveAccessibleDescription('Не больше 300 символов');
  await person.selectOptions(screen.getByLabelText('Кворум'), 'count');
  await person.type(await field('Сколько человек'), '0');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await field('Сколько человек')).toHaveAccessibleDescription(/от 1 до 10.000/);
  expect(sent('POST')).toEqual([]);
});

test('a creation, a change and a deletion are queued offline, and the deletion can be undone', async () => {
  const { person, server } = open();
  await list();
  server.answers['GET /health'] = noConnection;
  connectivity.reportFailure();
  await screen.findByText('Нет подключения.');
  await person.click(screen.getByRole('link', { name: 'Бюджетная комиссия' }));
  await person.type(await field('Место'), 'Переговорная 4');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await list()).toHaveTextContent('ожидает отправки');
  expect(outbox.list().at(-1)?.request.body).toEqual({ place: 'Переговорная 4', version: 3 });
  expect(screen.queryByRole('button', { name: /^Удалить/ })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Действия: Бюджетная комиссия' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  expect(await screen.findByText('Комиссий и отделов пока нет')).toBeVisible();
  await person.click(await screen.findByRole('button', { name: /Отменить|Вернуть/ }));
  expect(await list()).toHaveTextContent('Бюджетная комиссия');
});

test("a conflict names what was changed elsewhere, and one's own change can be saved over it", async () => {
  const theirs = { ...budget, place: 'Зал', version: 4 };
  const { person, sent } = open({
    'PUT /bodies/b1': ({ body }) => {
      const { version } = body as { version: number };
      if (version === 4) return Response.json({ data: { ...theirs, ...(body as object), version: 5 } });
      return Response.json(
        { message: 'Это изменили в другом месте', code: 'version_conflict', data: theirs },
        { status: 409 },
      );
    },
  });
  await person.click(await screen.findByRole('link', { name: 'Бюджетная комиссия' }));
  await person.selectOptions(await field('Кворум'), 'Не менее половины');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText(/изменено там: место/)).toHaveTextContent('оставит и то, и другое');
  await person.click(screen.getByRole('button', { name: 'Сохранить моё' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(2));
  expect(sent('PUT')[1]?.body).toEqual({ quorum: { share: 0.5 }, version: 4 });
});

test('choosing a body fills a new meeting, and one press undoes that', async () => {
  const { person, sent } = open(
    { 'POST /meetings': ({ body }) => Response.json({ data: body }, { status: 201 }) },
    '?new=1',
  );
  await screen.findByRole('option', { name: 'Бюджетная комиссия' });
  await person.selectOptions(await field('Комиссия или отдел'), 'Бюджетная комиссия');
  const title = screen.getByRole('textbox', { name: 'Название' });
  expect(title).toHaveValue('Заседание бюджетной комиссии');
  expect(await field('Описание')).toHaveValue('1. О ходе исполнения решений');
  await person.click(screen.getByRole('button', { name: 'Вернуть как было' }));
  expect(title).toHaveValue('');
  expect(await field('Комиссия или отдел')).toHaveValue('');
  await person.type(title, 'О смете');
  await person.selectOptions(await field('Комиссия или отдел'), 'Бюджетная комиссия');
  expect(title).toHaveValue('О смете');
  await person.click(screen.getByRole('button', { name: 'Создать встречу' }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toMatchObject({ title: 'О смете', body_id: 'b1', participant_ids: ['u1'] });
});

test('a server without bodies shows the calendar alone', async () => {
  open({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids'] }),
    'GET /bodies': () => refuse(404, 'not_found', 'Нет'),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Встречи' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Комиссии и отделы' })).not.toBeInTheDocument();
  expect(within(document.body).queryByText('Комиссий и отделов пока нет')).not.toBeInTheDocument();
});
