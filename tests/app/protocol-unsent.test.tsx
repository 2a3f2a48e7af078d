import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { endUndo } from './support/end-undo.ts';
import { fakeServer, noConnection, ourHealth, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const protocol = {
  id: 'p1',
  stage: 'success_video_process',
  number: '42',
  title: 'Совет',
  place: 'Москва',
  version: 3,
  agenda: [{ id: 'a1', title: 'О смете', listened: 'Расходы растут.' }],
  tasks: [{ id: 't1', status: 'new', title: 'Отчёт', protocol_id: 'p1' }],
  members: [{ id: 'm1', member_id: 'u1', name: 'Иванов Сергей Петрович' }],
};

type Answers = Parameters<typeof fakeServer>[0];

function open(answers: Answers = {}, address = '/main/protocols/p1') {
  signInAs('secretary');
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([protocol]),
    'GET /protocols/tasks': () => pageOf(protocol.tasks),
    'GET /meetings': () => Response.json({ data: [] }),
    'GET /users': () => pageOf([{ id: 'u2', name: 'Орлова Елена Викторовна' }]),
    ...answers,
  });
  return { server, ...openApp(address) };
}

type Opened = ReturnType<typeof open>;

/** Cuts the connection; returns the function that restores it, with these answers in addition. */
function cutLine({ server }: Pick<Opened, 'server'>, writes: string[]) {
  const answers = { ...server.answers };
  for (const call of [...Object.keys(answers), ...writes]) server.answers[call] = noConnection;
  return (more: Answers) => {
    Object.assign(server.answers, answers, more);
    window.dispatchEvent(new Event('online'));
  };
}

const queuedWords = 'Сохранено на устройстве, ожидает отправки';

const waitFailed = async () => {
  await waitFor(() => expect(outbox.list().map(({ state }) => state)).toContain('failed'));
  return outbox.list()[0];
};

test('an edit refused later opens in its form with the reason at its field; saving sends it again', async () => {
  const message = 'Протокол с таким номером в этом году уже есть';
  const app = open();
  const { person, server } = app;
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  const mend = cutLine(app, ['PUT /protocols/p1']);
  await person.type(await screen.findByLabelText('Номер'), '0');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText(queuedWords)).toBeInTheDocument();
  expect(screen.getByText(/№\s420/)).toBeVisible();
  mend({
    'PUT /protocols/p1': ({ body }) =>
      (body as { number: string }).number === '420'
        ? Response.json({ message, code: 'number_taken', errors: { number: [message] } }, { status: 409 })
        : Response.json({ data: { ...protocol, number: '43', version: 4 } }),
  });
  const row = await waitFailed();
  await app.router.navigate(`/main/protocols/p1?write=${row?.id}`);
  const kept = await screen.findByRole('region', { name: /^Протокол «Совет»: данные/ });
  const number = within(kept).getByLabelText('Номер');
  expect(number).toHaveValue('420');
  await waitFor(() => expect(number).toHaveAccessibleDescription(new RegExp(message)));
  server.answers['GET /protocols/p1'] = () => Response.json({ data: { ...protocol, number: '43', version: 4 } });
  await person.clear(number);
  await person.type(number, '43');
  await person.click(within(kept).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(app.address()).toBe('/main/protocols/p1');
  expect(server.received.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ number: '43', version: 3 });
});

test('a queued conflict is resolved part by part; cancelling leaves it in the queue', async () => {
  const theirs = { ...protocol, version: 8, place: 'Казань', kind: 'Собрание' };
  const app = open();
  const { person, server } = app;
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  const mend = cutLine(app, ['PUT /protocols/p1']);
  await person.type(await screen.findByLabelText('Место'), ', зал 2');
  await person.type(screen.getByLabelText('Название'), ' директоров');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText(queuedWords);
  let now: Record<string, unknown> = theirs;
  mend({
    'GET /protocols/p1': () => Response.json({ data: now }),
    'PUT /protocols/p1': ({ body }) => {
      if ((body as { version: number }).version !== 8)
        return Response.json({ message: 'Изменили', code: 'version_conflict', data: theirs }, { status: 409 });
      now = { ...now, ...(body as object), version: 9 };
      return Response.json({ data: now });
    },
  });
  await waitFor(() => expect(outbox.list().map(({ state }) => state)).toEqual(['conflict']));
  const place = () => `/main/protocols/p1?write=${outbox.list()[0]?.id}`;
  await app.router.navigate(place());
  const choice = await screen.findByRole('region', { name: 'Протокол изменили в другом месте' });
  expect(
    within(choice)
      .getAllByRole('group')
      .map((each) => each.querySelector('legend')?.textContent),
  ).toEqual(['Название · на сервере не меняли', 'Место']);
  await person.click(within(choice).getByRole('button', { name: 'Отмена' }));
  expect(outbox.list().map(({ state }) => state)).toEqual(['conflict']);
  await app.router.navigate(place());
  await person.click(await screen.findByRole('radio', { name: /На сервере.*Казань/ }));
  await person.click(await screen.findByRole('button', { name: 'Сохранить выбранное' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  expect(server.received.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    title: 'Совет директоров',
    version: 8,
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Совет директоров' })).toBeVisible();
  expect(screen.getByText('Казань')).toBeVisible();
});

test('a refused task is corrected in its form; a refused removal can be sent again', async () => {
  const app = open();
  const { person } = app;
  await person.click(await screen.findByRole('button', { name: 'Новое поручение' }));
  const mend = cutLine(app, ['POST /protocols/p1/tasks', 'DELETE /protocols/members/m1']);
  await person.type(await screen.findByLabelText('Что сделать'), 'Купить стол');
  await person.click(screen.getByRole('button', { name: 'Добавить поручение' }));
  expect(await screen.findByRole('combobox', { name: 'Статус: Купить стол' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Закрыть' }));
  await person.click(await screen.findByRole('tab', { name: /Участники/ }));
  await person.click(await screen.findByRole('button', { name: 'Убрать: Иванов Сергей Петрович' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Убрать/ })).toBeNull());
  mend({
    'POST /protocols/p1/tasks': () =>
      Response.json(
        { message: 'Проверьте поля', code: 'validation_failed', errors: { title: ['Слишком общо'] } },
        { status: 422 },
      ),
    'DELETE /protocols/members/m1': () => refuse(403, 'forbidden', 'Недостаточно прав'),
  });
  await waitFor(() => expect(outbox.list().map(({ state }) => state)).toEqual(['failed', 'failed']));
  const row = (await screen.findByRole('button', { name: 'Убрать: Иванов Сергей Петрович' })).closest('li');
  expect(within(row as HTMLElement).getByRole('button', { name: 'не отправлено' })).toBeVisible();
  await app.router.navigate(`/main/protocols/p1?write=${outbox.list()[0]?.id}`);
  const kept = await screen.findByRole('region', { name: 'Новое поручение «Купить стол»' });
  expect(await within(kept).findByText('Слишком общо')).toBeVisible();
  expect(await within(kept).findByLabelText('Что сделать')).toHaveValue('Купить стол');
  await app.router.navigate(`/main/protocols/p1?write=${outbox.list()[1]?.id}`);
  const removal = await screen.findByRole('region', { name: /^Убрать участника/ });
  expect(removal).toHaveTextContent('Недостаточно прав');
  expect(within(removal).getByRole('button', { name: 'Отправить ещё раз' })).toBeVisible();
});

test('a protocol deleted offline leaves the list at once, and its address says that it was deleted', async () => {
  const app = open({}, '/main/protocols');
  const { person } = app;
  await person.click(await screen.findByRole('button', { name: 'Действия: Совет' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить протокол?' });
  const mend = cutLine(app, ['DELETE /protocols/p1']);
  await person.click(within(question).getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText('Протокол удалён')).toBeVisible();
  expect(screen.getByText('Протоколов пока нет')).toBeVisible();
  await app.router.navigate('/main/protocols/p1');
  expect(await screen.findByText('Вы удалили этот протокол')).toBeVisible();
  await endUndo();
  mend({
    'DELETE /protocols/p1': () => new Response(null, { status: 204 }),
    'GET /protocols': () => pageOf([]),
    'GET /protocols/p1': () => refuse(404, 'not_found', 'Нет'),
  });
  await waitFor(() => expect(outbox.list()).toEqual([]));
});

test('a protocol or a task with a refused edit is deleted at once, together with the edit', async () => {
  const app = open({ 'PUT /protocols/tasks/t1': () => refuse(422, 'validation', 'Исполнителя больше нет') });
  const { person, server } = app;
  await person.click(await screen.findByRole('button', { name: 'Изменить данные' }));
  const mend = cutLine(app, ['PUT /protocols/p1', 'PUT /protocols/tasks/t1']);
  await person.type(await screen.findByLabelText('Номер'), '0');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  // From then on no form waits for an answer any more.
  await screen.findByText('Нет подключения.');
  await waitFor(() => expect(screen.queryByLabelText('Номер')).toBeNull());
  await person.selectOptions(screen.getByRole('combobox', { name: 'Статус: Отчёт' }), 'Выполнено');
  await waitFor(() => expect(outbox.list()).toHaveLength(2));
  mend({
    'PUT /protocols/p1': () => refuse(409, 'number_taken', 'Номер занят'),
    'PUT /protocols/tasks/t1': () => refuse(422, 'validation', 'Нельзя'),
    'DELETE /protocols/tasks/t1': () => new Response(null, { status: 204 }),
    'DELETE /protocols/p1': () => new Response(null, { status: 204 }),
  });
  await waitFor(() => expect(outbox.list().map(({ state }) => state)).toEqual(['failed', 'failed']));
  server.answers['GET /protocols/p1'] = () => Response.json({ data: { ...protocol, tasks: [] } });
  await person.click(screen.getByRole('button', { name: 'Действия: Отчёт' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  await screen.findByText('Поручение удалено');
  await endUndo();
  await waitFor(() => expect(outbox.list().map(({ subject }) => subject)).toEqual(['p1']));
  await person.click(screen.getByRole('button', { name: 'Другие действия' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Удалить протокол' }));
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Удалить' }));
  await screen.findByText('Протокол удалён');
  await endUndo();
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const deleted = server.received.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(deleted).toEqual(['/protocols/tasks/t1', '/protocols/p1']);
});

test('a question whose edit was discarded in the queue is not sent with the next edit', async () => {
  const app = open();
  const { person, server } = app;
  await screen.findByRole('button', { name: 'Вопрос повестки' });
  const mend = cutLine(app, ['PUT /protocols/p1']);
  for (const title of ['О спорте', 'О кадрах']) {
    await person.click(await screen.findByRole('button', { name: 'Вопрос повестки' }));
    await person.type(await screen.findByLabelText('Вопрос'), title);
    await person.click(screen.getByRole('button', { name: 'Готово' }));
    await waitFor(() => expect(screen.queryByLabelText('Вопрос')).toBeNull());
    expect(await screen.findByRole('heading', { name: new RegExp(title) })).toBeVisible();
  }
  await waitFor(() => expect(outbox.list()).toHaveLength(2));
  await act(async () => outbox.discard(outbox.list()[0]?.id ?? ''));
  expect(screen.queryByRole('heading', { name: /О спорте/ })).toBeNull();
  expect(screen.getByRole('heading', { name: /О кадрах/ })).toBeVisible();
  mend({
    'PUT /protocols/p1': ({ body }) => Response.json({ data: { ...protocol, ...(body as object), version: 4 } }),
  });
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const sent = server.received.filter(({ method }) => method === 'PUT').at(-1)?.body as typeof protocol;
  expect(sent.agenda.map(({ title }) => title)).toEqual(['О смете', 'О кадрах']);
  expect(sent.version).toBe(3);
});
