import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { capabilities } from '#contract/health.ts';
import type { ServerState } from '#contract/state/state.ts';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const gigabyte = 1024 ** 3;
const alone: ServerState = {
  version: '1.0.0',
  started_at: '2026-11-21T09:00:00Z',
  database: { kind: 'embedded', size: gigabyte },
  disk: { free: 5 * gigabyte, total: 100 * gigabyte },
  storage: { kind: 'folder' },
  mail: { connected: false, from: 'no-reply@localhost', waiting: 0, failed: 0, stored: 2 },
  speech: { connected: false },
  model: { connected: false },
  media: true,
  jobs: { waiting: 0, running: 1, failed: 0 },
  people: 1,
  organization: false,
  errors: [{ at: '2026-11-21T09:30:00Z', where: 'GET /api/keywords', words: 'Error: <b>сбой</b>' }],
};

function open(state: ServerState, address = '/main/settings?tab=state') {
  signInAs('admin');
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities }),
    'GET /state': () => Response.json({ data: state }),
    'GET /settings/documents': () => Response.json({ data: {} }),
  });
  return { server, ...openApp(address) };
}

test('a new server lists what it lacks, and a connection test shows its result', async () => {
  const { server, person } = open(alone);
  const steps = await screen.findByRole('region', { name: 'С чего начать: сделано 0 из 4' });
  expect(within(steps).getByRole('link', { name: 'Назвать организацию' })).toHaveAttribute(
    'href',
    '/main/settings?tab=documents',
  );
  const links = screen.getByRole('region', { name: 'Подключения' });
  await person.click(within(steps).getByRole('link', { name: 'Подключить почту' }));
  expect(document.activeElement).toHaveTextContent(/^Почта/);
  expect(within(steps).getAllByRole('link')).toHaveLength(4);
  for (const part of ['Место на диске', 'Фоновые задания', 'Резервные копии'])
    expect(screen.getByRole('button', { name: `Проверить: ${part}` })).toBeVisible();
  expect(within(links).getAllByText('Не подключено')).toHaveLength(3);
  expect(within(links).queryByRole('button', { name: 'Проверить: Распознавание речи' })).not.toBeInTheDocument();
  expect(screen.getByText(/свободно 5 ГБ из 100 ГБ\. Освободите место/)).toBeVisible();
  expect(screen.getByText(/сохранено на сервере 2/)).toBeVisible();
  expect(screen.getByText('Error: <b>сбой</b>')).toBeVisible();
  expect(screen.getByText('npm run backup -- --to ПАПКА')).toBeVisible();
  const words = 'Почта не подключена: письмо сохранено на сервере.';
  server.answers['POST /state/tests'] = () => Response.json({ data: { works: false, words } });
  await person.click(within(links).getByRole('button', { name: 'Проверить: Почта' }));
  await waitFor(() => expect(within(links).getByText(words)).toBeVisible());
  expect(server.received.find(({ path }) => path === '/state/tests')?.body).toEqual({ part: 'mail' });
});

test('a complete setup shows no first steps', async () => {
  const connected = { connected: true, address: 'mail.example.ru:465' };
  const done = {
    ...alone,
    organization: true,
    people: 9,
    speech: connected,
    model: connected,
    mail: { ...alone.mail, ...connected },
    errors: [],
    processing: {
      most_memory: 4 * gigabyte,
      steps: [{ step: 'playable', seconds: 760, memory: 310 * 1024 ** 2 }],
    },
    backup: { at: '2026-01-10T08:15:00Z', place: '/srv/copies' },
  };
  open(done);
  expect(await screen.findByText(/^Ошибок нет с /)).toBeVisible();
  expect(screen.queryByRole('region', { name: /С чего начать/ })).not.toBeInTheDocument();
  expect(screen.getByText(/^последняя 10.января.*, в \/srv\/copies$/)).toBeVisible();
  expect(screen.getByRole('row', { name: /^Видео для просмотра 12\sмин 40\sс 310\sМБ$/ })).toBeVisible();
  expect(screen.getByText(/^Больше 4\sГБ программе не даётся\.$/)).toBeVisible();
  expect(screen.getByText('mail.example.ru:465, отправитель no-reply@localhost')).toBeVisible();
});

test('connected mail is a done step, also after a week without a letter', async () => {
  open({ ...alone, mail: { ...alone.mail, connected: true, address: 'mail.example.ru:465' } });
  const steps = await screen.findByRole('region', { name: 'С чего начать: сделано 1 из 4' });
  expect(within(steps).queryByRole('link', { name: 'Подключить почту' })).not.toBeInTheDocument();
});

test('an administrator sees on landing what is left to be set up', async () => {
  open({ ...alone, organization: true, people: 3 }, '/main/settings');
  const card = await screen.findByRole('region', { name: 'Подготовка к работе' });
  expect(card).toHaveTextContent('Осталось: 2 из 4. Дальше — подключить почту.');
  expect(within(card).getByRole('link', { name: 'С чего начать' })).toHaveAttribute('href', '/main/settings?tab=state');
});

test('without speech recognition the command to install it is shown', async () => {
  open(alone);
  const links = await screen.findByRole('region', { name: 'Подключения' });
  expect(links).toHaveTextContent(/наберите npm run speech:model -- get, задайте серверу папку.*в SPEECH_MODEL/);
});

test('a model on the server is shown with its properties, and measured on request', async () => {
  const model = {
    ...{ folder: '/srv/gigaam', name: 'GigaAM v3', kind: 'NeMo Transducer', size: 232 * 1024 ** 2, licence: 'MIT' },
    ...{ russian: true, marks: true, vad: true },
  };
  const { server, person } = open({ ...alone, speech: { connected: true, model } });
  const links = await screen.findByRole('region', { name: 'Подключения' });
  expect(links).toHaveTextContent(
    /GigaAM v3 на этой машине: NeMo Transducer, русский язык, 232\sМБ, лицензия MIT\. Папка: \/srv\/gigaam/,
  );
  expect(links).toHaveTextContent(/Скорость на этой машине ещё не измерена/);
  const measured = { ...model, speed: 30, memory: 600 * 1024 ** 2 };
  server.answers['GET /state'] = () =>
    Response.json({ data: { ...alone, speech: { connected: true, model: measured } } });
  server.answers['POST /state/tests'] = () => Response.json({ data: { works: true, words: 'Модель ответила.' } });
  await person.click(within(links).getByRole('button', { name: 'Проверить: Распознавание речи' }));
  await waitFor(() =>
    expect(links).toHaveTextContent(/Час записи распознаётся около 2\sминут, памяти занято 600\sМБ\./),
  );
});

test('a problem with a model is shown at its connection', async () => {
  const problem = 'В папке модели нет файла tokens.txt.';
  open({ ...alone, speech: { connected: false, model: { folder: '/srv/gigaam', problem } } });
  expect(await screen.findByText(problem)).toBeVisible();
});

test('every figure links to what it counts: failed mails with recipient and reason, and back', async () => {
  const { server, person, address } = open({ ...alone, mail: { ...alone.mail, failed: 1 }, people: 3 });
  const words = 'Почтовый ящик не найден: 550 No such user';
  server.answers['GET /state/mails'] = () =>
    pageOf([{ id: 'm1', to: 'kim@example.ru', kind: 'Приглашение', at: '2026-11-21T09:00:00Z', words }]);
  server.answers['GET /state/jobs'] = () => pageOf([{ id: 'j1', queue: 'send-mail', at: '2026-11-21T09:00:00Z' }]);
  expect(await screen.findByRole('link', { name: '3\u00A0человека' })).toHaveAttribute(
    'href',
    '/main/settings/users?with_blocked=1',
  );
  // Of nothing too: the list says so.
  expect(screen.getByRole('link', { name: 'ждёт 0' })).toHaveAttribute('href', '/main/settings?tab=state&jobs=waiting');
  await person.click(screen.getByRole('link', { name: 'не удалось 1' }));
  const mails = await screen.findByRole('region', { name: 'Письма, которые не удалось отправить за неделю: 1' });
  expect(mails).toHaveTextContent(/Приглашение.*kim@example\.ru.*Почтовый ящик не найден: 550 No such user/);
  expect(Object.fromEntries(server.received.find(({ path }) => path === '/state/mails')?.query ?? [])).toEqual({
    state: 'failed',
    limit: '15',
    page: '1',
  });
  await person.click(screen.getByRole('link', { name: 'К состоянию' }));
  expect(address()).toBe('/main/settings?tab=state');
  await person.click(await screen.findByRole('link', { name: 'выполняется 1' }));
  expect(await screen.findByRole('region', { name: 'Задания, которые выполняются: 1' })).toHaveTextContent(
    'Отправка письма',
  );
});

test.each([
  ['a week', 8, true],
  ['a few days', 6, false],
])('a server that has run for %s without a backup warns of it: %i days, %s', async (_, days, isWarned) => {
  const started_at = new Date(Date.now() - days * 24 * 3600 * 1000).toISOString();
  open({ ...alone, started_at });
  const fact = (await screen.findByText(/на этом компьютере ещё не делались/)).closest('dd');
  expect(fact?.classList.contains('bad')).toBe(isWarned);
});
