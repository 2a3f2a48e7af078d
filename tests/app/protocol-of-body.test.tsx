import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { open as openNew, pick, posts } from './support/open-new-protocol.tsx';

afterEach(forgetWrites);

const budget = {
  id: 'b1',
  name: 'Бюджетная комиссия',
  name_genitive: 'бюджетной комиссии',
  kind: 'Заседание',
  place: 'Переговорная 4',
  members: [
    { member_id: 'u1', kind: 'chairman', name: 'Иванов Сергей Петрович' },
    { member_id: 'u2', kind: 'invited', name: 'Орлова Елена Викторовна' },
  ],
  agenda: [{ id: 'q1', title: 'О ходе исполнения решений', speaker_id: 'u2' }],
  quorum: { share: 0.5, is_more: true },
  version: 1,
};
const capabilities = ['client-ids', 'idempotency', 'versions', 'bodies', 'attendance'];
const open = (answers = {}, query = '') =>
  openNew(
    {
      'GET /health': () => Response.json({ status: 'ok', capabilities }),
      'GET /bodies': () => pageOf([budget, { id: 'b2', name: 'Совет', version: 1 }]),
      'GET /bodies/b1/last-agenda': () =>
        Response.json({ data: { questions: [{ id: 'x', title: 'О складе', speaker_name: 'Ким Д. А.' }] } }),
      ...answers,
    },
    query,
  );
/** Chooses a body once the list is loaded. */
const choose = async ({ person }: Pick<ReturnType<typeof open>, 'person'>, name: string) => {
  await screen.findByRole('option', { name });
  await person.selectOptions(await field('Комиссия или отдел'), name);
};
const field = (name: string) => screen.findByLabelText(name);

test('choosing a body fills the empty fields, and one press undoes that', async () => {
  const { person } = open();
  await person.type(await field('Место'), 'Зал');
  await choose({ person }, 'Бюджетная комиссия');
  expect(await field('Название')).toHaveValue('Заседание бюджетной комиссии');
  expect(await field('Вид')).toHaveValue('Заседание');
  expect(await field('Место')).toHaveValue('Зал');
  expect(screen.getByRole('combobox', { name: 'Председательствующий' })).toHaveValue('Иванов Сергей Петрович');
  expect(await field('Вопрос 1')).toHaveValue('О ходе исполнения решений');
  expect(screen.getByText(/^Заполнено: название, вид,/)).toBeVisible();
  await person.type(await field('Название'), ' о смете');
  await person.click(screen.getByRole('button', { name: 'Вернуть как было' }));
  expect(await field('Комиссия или отдел')).toHaveValue('');
  expect(await field('Название')).toHaveValue('Заседание бюджетной комиссии о смете');
  expect(await field('Вид')).toHaveValue('');
  expect(screen.queryByLabelText('Вопрос 1')).not.toBeInTheDocument();
});

test('a protocol of a body is sent with the quorum rule and the people of the body', async () => {
  const app = open({}, '?body=b1');
  expect(await field('Название')).toHaveValue('Заседание бюджетной комиссии');
  await app.person.click(await screen.findByRole('button', { name: 'Из последнего протокола' }));
  expect(await field('Вопрос 2')).toHaveValue('О складе');
  expect(screen.queryByRole('button', { name: 'Из шаблона' })).not.toBeInTheDocument();
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(() => expect(posts(app)).toHaveLength(3));
  const [made, ...members] = posts(app).map(({ body }) => body);
  expect(made).toMatchObject({
    ...{ body_id: 'b1', kind: 'Заседание', chairman_id: 'u1', quorum: budget.quorum },
    agenda: [
      { title: 'О ходе исполнения решений', speaker_id: 'u2' },
      { title: 'О складе', speaker_name: 'Ким Д. А.' },
    ],
  });
  expect(members).toMatchObject([
    { member_id: 'u1', kind: 'chairman' },
    { member_id: 'u2', kind: 'invited' },
  ]);
});

test('choosing another body replaces what the first one filled in; chosen people stay', async () => {
  const app = open();
  await field('Комиссия или отдел');
  await pick(app, 'Участники', 0, 'Орлова');
  await choose(app, 'Бюджетная комиссия');
  await choose(app, 'Совет');
  expect(await field('Название')).toHaveValue('Заседание совета');
  expect(screen.queryByLabelText('Вопрос 1')).not.toBeInTheDocument();
  expect(screen.getByRole('row', { name: 'Орлова Елена Викторовна' })).toBeVisible();
});

test('a body that was deleted elsewhere is reported at its field, and the other input stays', async () => {
  const words = 'Такой комиссии или отдела больше нет. Выберите другую или оставьте поле пустым';
  const app = open({
    'POST /protocols': () =>
      Response.json({ message: words, code: 'validation_failed', errors: { body_id: [words] } }, { status: 422 }),
  });
  await choose(app, 'Бюджетная комиссия');
  await app.person.click(screen.getByRole('button', { name: 'Создать протокол' }));
  await waitFor(async () => expect(await field('Комиссия или отдел')).toHaveAccessibleDescription(words));
  expect(await field('Название')).toHaveValue('Заседание бюджетной комиссии');
});

test('for a meeting of a body, what the meeting lacks comes from the body', async () => {
  const meeting = {
    ...{ id: 'm1', title: 'Заседание о смете', start_at: '2025-03-20T08:00:00Z', end_at: '2025-03-20T09:00:00Z' },
    ...{ body_id: 'b1', participant_ids: ['u2'] },
  };
  open({ 'GET /meetings': () => Response.json({ data: [meeting] }) }, '?meeting=m1');
  expect(await field('Название')).toHaveValue('Заседание о смете');
  expect(await field('Комиссия или отдел')).toHaveValue('b1');
  expect(await field('Вид')).toHaveValue('Заседание');
  expect(await field('Вопрос 1')).toHaveValue('О ходе исполнения решений');
  expect(screen.getByText(/^Приглашены: Орлова Е..В\.$/)).toBeVisible();
});
