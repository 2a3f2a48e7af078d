import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const protocol = {
  id: 'p1',
  stage: 'success_video_process',
  number: 42,
  title: 'Совещание по бюджету',
  held_at: '2026-11-20T10:00:00Z',
  place: 'Москва, переговорная 4',
  version: 3,
  chairman_id: 'u1',
  agenda: [
    {
      id: 'a1',
      title: 'О смете',
      speaker_id: 'u2',
      listened: 'Расходы растут.',
      decisions: [{ id: 'd1', text: 'Утвердить смету', evidence: { start: 760 } }],
      votes: { for: 6, against: 0, abstained: 1 },
    },
  ],
  tasks: [
    {
      id: 't1',
      status: 'new',
      title: 'Подготовить отчёт',
      agenda_id: 'a1',
      assignee_id: 'u2',
      due_at: '2020-01-10T00:00:00Z',
    },
  ],
  members: [
    { id: 'm1', member_id: 'u1', name: 'Иванов Сергей Петрович', kind: 'chairman' },
    { id: 'm2', member_id: 'u2', name: 'Орлова Елена Викторовна', position: 'финансовый директор' },
  ],
};

function open(change: object = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs('secretary');
  const server = fakeServer({
    'GET /protocols/p1': () => Response.json({ data: { ...protocol, ...change } }),
    'GET /protocols': () => Response.json({ data: [] }),
    ...answers,
  });
  return { server, ...openApp('/main/protocols/p1') };
}

test('the sheet shows the chairman, and each question with its speaker, decisions, votes and tasks', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Совещание по бюджету', level: 1 })).toBeVisible();
  expect(screen.getByText('Председательствующий: Иванов С. П.')).toBeVisible();
  const agenda = screen.getByRole('list', { name: 'Повестка дня' });
  expect(agenda).toHaveTextContent('1.О сметедокладчик Орлова Е. В.');
  expect(agenda).toHaveTextContent('1.1. Утвердить смету');
  expect(agenda).toHaveTextContent('за — 6, против — 0, воздержались — 1');
  expect(within(agenda).getByText(/Просрочено: до 10 января 2020/)).toBeVisible();
  expect(within(agenda).getByRole('button', { name: 'Показать запись с 12:40' })).toBeDisabled();
});

test('the number of participants leads to their list', async () => {
  const { person } = open();
  await person.click(await screen.findByRole('link', { name: /^2\sучастника$/ }));
  const tab = await screen.findByRole('tab', { name: 'Участники 2' });
  await waitFor(() => expect(tab).toHaveAttribute('aria-selected', 'true'));
  await waitFor(() => expect(tab).toHaveFocus());
});

test('of very many tasks of a question the sheet shows the first 50, and more on request', async () => {
  const tasks = Array.from({ length: 152 }, (_, n) => ({
    ...{ id: `t${n}`, status: 'new', title: `Поручение ${n}`, agenda_id: 'a1' },
  }));
  const { person } = open({ tasks });
  const agenda = await screen.findByRole('list', { name: 'Повестка дня' });
  const drawn = () => within(agenda).getAllByText(/^Поручение \d+$/).length;
  expect(drawn()).toBe(50);
  const more = () => within(agenda).getByRole('button', { name: /^Показать ещё/ });
  expect(more()).toHaveTextContent(/^Показать ещё 50\sпоручений \(осталось 102\)$/);
  await person.click(more());
  await person.click(more());
  expect(drawn()).toBe(150);
  expect(more()).toHaveTextContent(/^Показать ещё 2\sпоручения$/);
  await person.click(more());
  expect(drawn()).toBe(152);
  expect(within(agenda).queryByRole('button', { name: /^Показать ещё/ })).toBeNull();
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

test('the stage is a stepper', async () => {
  open();
  const steps = await screen.findByRole('list', { name: 'Стадия протокола' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual([
    'Видео, пройдено',
    'Обработка, пройдено',
    '3Черновик, сейчас',
    '4Завершён, впереди',
    '5Итоговый, впереди',
  ]);
});

test('the recording plays in the page, and an address that expired is fetched anew once', async () => {
  let signature = 0;
  const { server } = open(
    {},
    {
      'GET /protocols/p1': () => {
        signature += 1;
        const video = {
          url: `/api/protocols/p1/video?s=${signature}`,
          name: 'встреча.mp4',
          duration: 62,
          size: 1_258_291,
        };
        return Response.json({ data: { ...protocol, video } });
      },
    },
  );
  const player = await screen.findByLabelText('Запись: Совещание по бюджету');
  expect(player).toHaveAttribute('src', '/api/protocols/p1/video?s=1');
  player.dispatchEvent(new Event('error'));
  await waitFor(() => expect(screen.getByLabelText(/^Запись/)).toHaveAttribute('src', '/api/protocols/p1/video?s=2'));
  screen.getByLabelText(/^Запись/).dispatchEvent(new Event('error'));
  expect(await screen.findByText('Запись не открывается. Она сохранена на сервере.')).toBeVisible();
  expect(server.received.filter(({ path }) => path === '/protocols/p1')).toHaveLength(2);
});

test('an address that is known to have expired is not asked for: the player waits for a fresh one', async () => {
  const addresses: string[] = [];
  const addressAt = (expires: number) => `/api/protocols/p1/video?kind=playable&expires=${expires}&signature=s`;
  const fresh = addressAt(Date.now() + 3_600_000);
  const seen = new MutationObserver(() => {
    const player = document.querySelector('video');
    for (const each of ['src', 'poster']) addresses.push(player?.getAttribute(each) ?? '');
  });
  seen.observe(document, { subtree: true, childList: true, attributes: true });
  let asked = 0;
  open(
    {},
    {
      'GET /protocols/p1': () => {
        asked += 1;
        const url = asked === 1 ? addressAt(Date.now() - 1) : fresh;
        return Response.json({ data: { ...protocol, video: { url, poster_url: `${url}&poster=1` } } });
      },
    },
  );
  const player = await screen.findByLabelText('Запись: Совещание по бюджету');
  await waitFor(() => expect(player).toHaveAttribute('src', fresh));
  await waitFor(() => expect(player).toHaveAttribute('poster', `${fresh}&poster=1`));
  seen.disconnect();
  expect(new Set(addresses)).toEqual(new Set(['', fresh, `${fresh}&poster=1`]));
});

test('processing shows its steps, and a failed one its cause and «Повторить»', async () => {
  const { server, person } = open(
    {
      stage: 'error_video_process',
      processing: [
        { step: 'probe', state: 'done' },
        { step: 'playable', state: 'failed', error: 'Файл повреждён' },
        { step: 'poster', state: 'waiting' },
      ],
    },
    { 'POST /protocols/p1/process-video': () => Response.json({ data: { stage: 'video_process' } }) },
  );
  const steps = await screen.findByRole('list', { name: 'Шаги обработки' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual(['Проверка файла, готово', 'Видео готово к просмотру, ошибкаФайл повреждён', 'Обложка, ждёт']);
  server.answers['GET /protocols/p1'] = () => Response.json({ data: { ...protocol, stage: 'video_process' } });
  await person.click(screen.getByRole('button', { name: 'Повторить обработку' }));
  expect(await screen.findByText('идёт на сервере, вкладку можно закрыть')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Стадия протокола' })).toHaveTextContent('Обработка, сейчас');
});

test('finishing sends the stage with the version; making the protocol final asks first', async () => {
  let now: object = protocol;
  const becomes = (change: object) => () => {
    now = { ...protocol, ...change };
    return Response.json({ data: now });
  };
  const { server, person } = open(
    {},
    {
      'GET /protocols/p1': () => Response.json({ data: now }),
      'PUT /protocols/p1': becomes({ stage: 'finish', version: 4 }),
      'POST /protocols/p1/final': becomes({ stage: 'final', version: 5 }),
    },
  );
  await person.click(await screen.findByRole('button', { name: 'Завершить' }));
  await person.click(await screen.findByRole('button', { name: 'Сформировать итоговый протокол' }));
  const question = await screen.findByRole('alertdialog', { name: 'Сформировать итоговый протокол?' });
  expect(server.received.some(({ path }) => path.endsWith('/final'))).toBe(false);
  await person.click(within(question).getByRole('button', { name: 'Сформировать' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /итоговый/ })).toBeNull());
  const sent = server.received
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [method, path, body]);
  expect(sent).toEqual([
    ['PUT', '/protocols/p1', { stage: 'finish', version: 3 }],
    ['POST', '/protocols/p1/final', { version: 4 }],
  ]);
});

test('a failed document is reported with the reason', async () => {
  const { person } = open(
    {},
    { 'GET /protocols/p1/documents/pdf': () => refuse(500, 'document_failed', 'Шрифт не найден') },
  );
  await person.click(await screen.findByRole('button', { name: 'Документы' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Скачать PDF' }));
  expect(await screen.findByText('Шрифт не найден')).toBeVisible();
});

test('a missing protocol is reported, with a link to the list', async () => {
  open({}, { 'GET /protocols/p1': () => refuse(404, 'not_found', 'Не найдено') });
  expect(await screen.findByRole('heading', { name: 'Протокол не найден' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ко всем протоколам' })).toHaveAttribute('href', '/main/protocols');
});

test('only id and stage are needed', async () => {
  open(
    {},
    {
      'GET /protocols/p1': () => Response.json({ data: { id: 'p1', stage: 'no_video' } }),
      'GET /protocols/p1/members': () => Response.json({ data: [] }),
    },
  );
  expect(await screen.findByRole('heading', { name: 'Протокол без названия' })).toBeVisible();
  expect(screen.getByLabelText('Выбрать видео')).toBeVisible();
});
