import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { updateSummary } from '#src/data/summary/mutations.ts';
import { mutate } from '#src/sync/mutations/mutate.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const capabilities = ['client-ids', 'idempotency', 'versions', 'tasks', 'transcripts', 'summaries'];
const moment = (start: number) => ({ start, end: start + 5, quote: 'Сказано', speaker: 'Ким' });
const extract = {
  ...{ text: 'Смету утвердили. Склад обсудят.', source: 'extract', version: 1, created_at: '2036-11-20T11:00:00Z' },
  points: [
    { text: 'Смету утвердили.', evidence: moment(12) },
    { text: 'Склад обсудят.', evidence: null },
  ],
  ...{ draft: null, versions: [{ version: 1, source: 'extract', created_at: '2036-11-20T11:00:00Z' }] },
};
const draft = {
  ...{ text: '', source: 'extract', created_at: '2036-11-21T11:00:00Z' },
  points: [
    { text: 'Смету утвердили.', evidence: moment(12) },
    { text: 'Принтеры купят весной.', evidence: moment(40) },
  ],
};
const proposals = [
  { id: 'x1', kind: 'question', state: 'open', text: 'О принтерах', source: 'extract', evidence: moment(35) },
  { id: 'x2', kind: 'decision', state: 'open', text: 'Купить весной', source: 'extract', evidence: moment(40) },
  { id: 'x3', kind: 'task', state: 'open', text: 'Ким готовит заявку', source: 'keyword', evidence: moment(45) },
  { id: 'x4', kind: 'task', state: 'dismissed', text: 'Прежнее', source: 'extract', evidence: moment(50) },
];

function open(answers: Parameters<typeof fakeServer>[0] = {}, summary: object = extract) {
  signInAs('secretary');
  let protocol: object = {
    ...{ id: 'p1', stage: 'success_video_process', title: 'Планёрка', version: 1, held_at: '2036-11-20T10:00:00Z' },
    video: { url: '/api/protocols/p1/video', duration: 90 },
    members: [{ id: 'm1', member_id: 'u2', name: 'Ким Дмитрий Олегович' }],
    tasks: [],
    agenda: [{ id: 'a1', title: 'О смете', evidence: moment(5) }],
  };
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'PUT /protocols/p1': ({ body }) => {
      protocol = { ...protocol, ...(body as object), version: ((body as Protocol).version ?? 0) + 1 };
      return Response.json({ data: protocol });
    },
    'POST /protocols/p1/final': () => {
      protocol = { ...protocol, stage: 'final' };
      return Response.json({ data: protocol });
    },
    'POST /protocols/p1/tasks': ({ body }) => Response.json({ data: { status: 'new', ...(body as object) } }),
    'GET /protocols/p1/summary': () => Response.json({ data: summary }),
    'GET /protocols/p1/proposals': () => Response.json({ data: proposals }),
    'GET /protocols/p1/transcript': () => Response.json({ data: { segments: [] } }),
    'GET /protocols/p1/earlier-tasks': () => Response.json({ data: [] }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([{ id: 'u2', name: 'Ким Дмитрий Олегович' }]),
    ...answers,
  });
  const sent = (path: string) => server.received.filter((call) => call.method !== 'GET' && call.path === path);
  return { server, sent, ...openApp('/main/protocols/p1') };
}

async function openSummary(person: ReturnType<typeof openApp>['person']) {
  await person.click(await screen.findByRole('tab', { name: /Итоги/ }));
  return within(screen.getByRole('tabpanel', { name: /Итоги/ }));
}

test('an automatic summary is marked as such, and becomes a person’s by editing it', async () => {
  const { person, sent } = open({
    'PUT /protocols/p1/summary': ({ body }) =>
      Response.json({ data: { ...extract, ...(body as object), source: 'human', version: 2, versions: [] } }),
  });
  const panel = await openSummary(person);
  expect(await panel.findByText('автоматически')).toBeVisible();
  expect(screen.getByRole('tab', { name: /Итоги/ })).toHaveTextContent('Итоги 3');
  await person.click(panel.getByRole('button', { name: 'Изменить' }));
  const form = within(screen.getByRole('form', { name: 'Изменить итоги' }));
  // The text is empty, since the points contain it.
  expect(form.getByLabelText('Текст итогов')).toHaveValue('');
  await person.type(form.getByLabelText('Текст итогов'), 'Главное');
  await person.click(form.getByRole('button', { name: 'Убрать: пункт 2' }));
  await person.click(await form.findByRole('button', { name: 'Добавить пункт' }));
  await person.click(await form.findByRole('button', { name: 'Сохранить' }));
  expect(await form.findByText('Поле обязательно для заполнения')).toBeVisible();
  await person.type(form.getByLabelText('Пункт 2'), 'Склад – в декабре');
  await person.click(form.getByRole('button', { name: 'Сохранить' }));
  expect(await panel.findByText('человек')).toBeVisible();
  expect(panel.getByText('Склад – в декабре')).toBeVisible();
  expect(sent('/protocols/p1/summary').map(({ body }) => body)).toEqual([
    {
      ...{ version: 1, text: 'Главное' },
      points: [
        { text: 'Смету утвердили.', evidence: moment(12) },
        { text: 'Склад – в декабре', evidence: null },
      ],
    },
  ]);
  await waitFor(() => expect(panel.getByRole('button', { name: 'Изменить' })).toHaveFocus());
});

test('prose that holds the words of every point is shown whole, and kept when a point is edited', async () => {
  const text = 'Начали с опозданием. Смету утвердили. Спорили о сроках.\nСклад обсудят. Протокол ведёт Ким.';
  const written = { ...extract, text, source: 'human' };
  const { person, sent } = open(
    {
      'PUT /protocols/p1/summary': ({ body }) =>
        Response.json({ data: { ...written, ...(body as object), version: 2, versions: [] } }),
    },
    written,
  );
  const panel = await openSummary(person);
  expect(await panel.findByText(/^Начали с опозданием/)).toHaveTextContent(/Протокол ведёт Ким\.$/);
  await person.click(panel.getByRole('button', { name: 'Изменить' }));
  expect(screen.getByLabelText('Текст итогов')).toHaveValue(text);
  await person.type(screen.getByLabelText('Пункт 2'), ' И пол.');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(sent('/protocols/p1/summary')).toHaveLength(1));
  expect(sent('/protocols/p1/summary')[0]?.body).toMatchObject({
    text,
    points: [{ text: 'Смету утвердили.' }, { text: 'Склад обсудят. И пол.' }],
  });
  expect(await panel.findByText(/^Начали с опозданием/)).toBeVisible();
});

test("correcting a person's refused edit shows its whole text", async () => {
  const text = 'Смету утвердили. Склад обсудят.';
  const { person } = open({
    'PUT /protocols/p1/summary': () => Response.json({ message: 'Нельзя', code: 'invalid' }, { status: 422 }),
  });
  await openSummary(person);
  await act(async () => {
    const { points } = extract;
    const edit = { protocolId: 'p1', protocolTitle: 'Планёрка', version: 1, text, points, discardsDraft: false };
    await mutate(updateSummary, edit, {});
  });
  await person.click(await screen.findByRole('button', { name: 'Исправить неотправленное' }));
  expect(screen.getByLabelText('Текст итогов')).toHaveValue(text);
});

test('a newer run can be compared, and taken over part by part', async () => {
  const mine = { ...extract, text: 'Главное', source: 'human', version: 2, draft };
  const { person, sent } = open(
    {
      'PUT /protocols/p1/summary': ({ body }) =>
        Response.json({ data: { ...mine, ...(body as object), version: 3, draft: null } }),
    },
    mine,
  );
  const panel = await openSummary(person);
  await person.click(await panel.findByRole('button', { name: 'Сравнить' }));
  const beside = within(screen.getByRole('region', { name: 'Новый вариант, составленный автоматически' }));
  expect(beside.getByText('уже есть')).toBeVisible();
  await person.click(beside.getByRole('button', { name: 'Взять: Принтеры купят весной.' }));
  expect(beside.getAllByText('уже есть')).toHaveLength(2);
  await person.click(screen.getByRole('checkbox', { name: 'Убрать новый вариант при сохранении' }));
  await person.click(await screen.findByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(sent('/protocols/p1/summary')).toHaveLength(1));
  expect(sent('/protocols/p1/summary')[0]?.body).toMatchObject({
    ...{ version: 2, text: 'Главное', draft: 'discard' },
    points: [{ text: 'Смету утвердили.' }, { text: 'Склад обсудят.' }, draft.points[1]],
  });
});

test("discarding a newer run leaves the person's own summary as it is", async () => {
  const mine = { ...extract, text: 'Главное', source: 'human', version: 2, draft };
  const { person, sent } = open(
    {
      'PUT /protocols/p1/summary': ({ body }) =>
        Response.json({ data: { ...mine, ...(body as object), version: 3, draft: null } }),
    },
    mine,
  );
  const panel = await openSummary(person);
  expect(await panel.findByText(/^Есть новый вариант/)).toBeVisible();
  await person.click(panel.getByRole('button', { name: 'Убрать вариант' }));
  await waitFor(() => expect(panel.queryByText(/^Есть новый вариант/)).toBeNull());
  expect(await screen.findByText('Новый вариант убран')).toBeInTheDocument();
  await waitFor(() => expect(sent('/protocols/p1/summary')).toHaveLength(1));
  expect(sent('/protocols/p1/summary')[0]?.body).toMatchObject({ version: 2, text: 'Главное', draft: 'discard' });
  expect(panel.getByText('Главное')).toBeVisible();
});

test("a conflicting change is shown beside one's own, which is then saved over it", async () => {
  const theirs = { ...extract, text: 'Чужое', source: 'human', version: 2, points: [{ text: 'Чужой пункт' }] };
  const answers = [
    () => Response.json({ message: 'Изменено', code: 'version_conflict', data: theirs }, { status: 409 }),
    ({ body }: { body: unknown }) => Response.json({ data: { ...theirs, ...(body as object), version: 3 } }),
  ];
  const { person, sent } = open({
    'PUT /protocols/p1/summary': (call) => answers.shift()?.(call) ?? Response.error(),
  });
  const panel = await openSummary(person);
  await person.click(await panel.findByRole('button', { name: 'Изменить' }));
  await person.type(await screen.findByLabelText('Текст итогов'), 'Моё');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText(/Пока вы писали, итоги изменились/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Взять: Чужой пункт' }));
  // What was typed comes back after another text was taken in its place, and the other one too.
  const text = screen.getByLabelText('Текст итогов');
  await person.click(screen.getByRole('button', { name: 'Взять текст' }));
  await waitFor(() => expect(text).toHaveFocus());
  expect(text).toHaveValue('Чужое');
  await person.click(screen.getByRole('button', { name: 'Вернуть прежний текст' }));
  expect(text).toHaveValue('Моё');
  await person.click(screen.getByRole('button', { name: 'Вернуть прежний текст' }));
  expect(text).toHaveValue('Чужое');
  await person.click(screen.getByRole('button', { name: 'Вернуть прежний текст' }));
  await person.click(await screen.findByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(sent('/protocols/p1/summary')).toHaveLength(2));
  expect(sent('/protocols/p1/summary')[1]?.body).toMatchObject({ version: 2, text: 'Моё' });
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Изменить итоги' })).toBeNull());
  expect(panel.getByText('Чужой пункт')).toBeVisible();
});

test('an older version is shown, and restored into the form', async () => {
  const versions = [
    { version: 2, source: 'human', created_at: '2036-11-21T11:00:00Z' },
    { version: 1, source: 'extract', created_at: '2036-11-20T11:00:00Z' },
  ];
  const { person, server } = open(
    {
      'GET /protocols/p1/summary': ({ query }) =>
        Response.json({
          data:
            query.get('version') === '1' ? { ...extract, versions } : { ...extract, version: 2, points: [], versions },
        }),
    },
    {},
  );
  const panel = await openSummary(person);
  await person.click(await panel.findByText('Прежние версии: 1'));
  await person.selectOptions(
    panel.getByLabelText('Версия'),
    screen.getByRole('option', { name: /^1 · автоматически · 20 ноября/ }),
  );
  expect(await panel.findByText('Склад обсудят.')).toBeVisible();
  await person.click(panel.getByRole('button', { name: 'Вернуть эту версию' }));
  expect(screen.getByLabelText('Пункт 2')).toHaveValue('Склад обсудят.');
  expect(server.received.some(({ method }) => method === 'PUT')).toBe(false);
});

test('proposals are accepted one by one, with their moments; offline they are queued', async () => {
  const answered = ({ path, body }: { path: string; body: unknown }) =>
    Response.json({ data: { ...proposals.find(({ id }) => path.endsWith(id)), ...(body as object) } });
  const { person, sent, server } = open(
    Object.fromEntries(['x1', 'x2', 'x3'].map((id) => [`PUT /protocols/p1/proposals/${id}`, answered])),
  );
  const panel = await openSummary(person);
  await person.click(await panel.findByRole('button', { name: 'В повестку: О принтерах' }));
  await waitFor(() => expect(sent('/protocols/p1/proposals/x1')).toHaveLength(1));
  const agenda = () => (sent('/protocols/p1').at(-1)?.body as Protocol | undefined)?.agenda;
  expect(agenda()?.at(-1)).toMatchObject({ title: 'О принтерах', evidence: moment(35) });
  await person.click(panel.getByRole('button', { name: 'В решение: Купить весной' }));
  const choice = await panel.findByLabelText('Вопрос повестки');
  expect(choice).toHaveDisplayValue('2. О принтерах');
  await person.click(panel.getByRole('button', { name: 'Добавить решение' }));
  await waitFor(() => expect(sent('/protocols/p1/proposals/x2')).toHaveLength(1));
  expect(agenda()?.at(-1)?.decisions).toMatchObject([{ text: 'Купить весной', evidence: moment(40) }]);
  for (const call of ['POST /protocols/p1/tasks', 'PUT /protocols/p1/proposals/x3', 'GET /health']) {
    server.answers[call] = noConnection;
  }
  await person.click(panel.getByRole('button', { name: 'В поручение: Ким готовит заявку' }));
  const form = await panel.findByRole('form', { name: 'Новое поручение' });
  expect(within(form).getByRole('combobox', { name: 'Ответственный' })).toHaveValue('Ким Дмитрий Олегович');
  await person.click(within(form).getByRole('button', { name: 'Добавить поручение' }));
  await waitFor(() => expect(panel.queryByText('Ким готовит заявку')).toBeNull());
  await waitFor(() => expect(outbox.list().map(({ kind }) => kind)).toEqual(['task.create', 'proposal.update']));
  expect(outbox.list()[0]?.request.body).toMatchObject({ title: 'Готовит заявку', evidence: moment(45) });
  expect(panel.getByText('Прежнее')).not.toBeVisible();
});

test('a dismissed proposal is hidden until it is restored, also offline', async () => {
  const { person } = open({ 'PUT /protocols/p1/proposals/x1': noConnection });
  const panel = await openSummary(person);
  await person.click(await panel.findByRole('button', { name: 'Отклонить: О принтерах' }));
  await waitFor(() => expect(panel.getByText('О принтерах')).not.toBeVisible());
  expect(outbox.list().map(({ request }) => request.body)).toEqual([{ state: 'dismissed' }]);
  await person.click(panel.getByText('Отклонённые: 2'));
  await person.click(await panel.findByRole('button', { name: 'Вернуть: О принтерах' }));
  await panel.findByRole('button', { name: 'Отклонить: О принтерах' });
  expect(panel.getByText('Отклонённые: 1')).toBeVisible();
  expect(outbox.list().at(-1)?.request.body).toEqual({ state: 'open' });
  await person.click(panel.getByRole('button', { name: 'Вернуть: Прежнее' }));
  await waitFor(() => expect(panel.queryByText(/^Отклонённые/)).toBeNull());
});

test('open proposals are counted at the tab, until the protocol is final', async () => {
  const { person } = open();
  await screen.findByRole('tab', { name: /^Итоги\s*3$/ });
  await person.click(await screen.findByRole('button', { name: 'Завершить' }));
  await person.click(await screen.findByRole('button', { name: 'Сформировать итоговый протокол' }));
  await person.click(
    await screen.findByRole('checkbox', { name: /^Да, сделать протокол итоговым, хотя встреча ещё впереди/ }),
  );
  await person.click(screen.getByRole('button', { name: 'Сформировать' }));
  expect(await screen.findByRole('tab', { name: 'Итоги' })).toBeVisible();
});

test('making it anew shows that it is running', async () => {
  const processing = [{ step: 'summary', state: 'running' }];
  const { person } = open({
    'POST /protocols/p1/summary': () => Response.json({ data: { processing } }, { status: 202 }),
  });
  const panel = await openSummary(person);
  await person.click(await panel.findByRole('button', { name: 'Составить заново' }));
  expect(await panel.findByRole('button', { name: 'Составляются…' })).toHaveAttribute('aria-busy', 'true');
});

test('keywords are marks along the recording; each plays its moment', async () => {
  const segments = [
    { id: 's1', start: 3, end: 6, text: 'О смете', keywords: ['смета'] },
    { id: 's2', start: 70, end: 75, text: 'Поручаю', keywords: ['поручить', 'срок'] },
  ];
  const { person } = open({ 'GET /protocols/p1/transcript': () => Response.json({ data: { segments } }) });
  await person.click(await screen.findByRole('button', { name: 'Вопросы и отметки' }));
  expect(await screen.findByText('2 отметки ключевых слов')).toBeVisible();
  const player = screen.getByLabelText('Запись: Планёрка') as HTMLVideoElement;
  player.play = () => Promise.resolve();
  await person.click(screen.getByRole('button', { name: /1:10 поручить, срок/ }));
  expect(player.currentTime).toBe(70);
});

test('lines of the transcript become a decision, with the moment of all of them', async () => {
  // Without element sizes, as in jsdom, the list renders no lines.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
  const segments = ['Решили:', 'купить принтеры весной.', 'Другое.'].map((text, index) => ({
    ...{ id: `s${index}`, start: index * 5, end: index * 5 + 4, text, speaker: 'Ким' },
  }));
  const { person, sent } = open({ 'GET /protocols/p1/transcript': () => Response.json({ data: { segments } }) });
  await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
  await person.click(await screen.findByRole('button', { name: 'В протокол: строка 0:05' }));
  await person.click(await screen.findByRole('button', { name: 'В протокол: строка 0:00' }));
  const bar = within(screen.getByRole('region', { name: 'Выбранные строки' }));
  expect(bar.getByText('2 строки, 0:00–0:09')).toBeVisible();
  await person.click(bar.getByRole('button', { name: /^В решение/ }));
  await person.click(await bar.findByRole('button', { name: 'Добавить решение' }));
  await waitFor(() => expect(sent('/protocols/p1')).toHaveLength(1));
  const evidence = { start: 0, end: 9, quote: 'Решили: купить принтеры весной.', speaker: 'Ким' };
  expect((sent('/protocols/p1')[0]?.body as Protocol | undefined)?.agenda?.[0]?.decisions).toMatchObject([
    { text: 'Решили: купить принтеры весной.', evidence },
  ]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Выбранные строки' })).toBeNull());
});
