import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

const running = [
  { step: 'probe', state: 'done' },
  { step: 'playable', state: 'running', percent: 41.6, seconds_left: 200 },
  { step: 'transcript', state: 'waiting' },
];

function open(answers: Parameters<typeof fakeServer>[0] = {}, change: object = {}) {
  signInAs('secretary');
  let protocol: object = {
    ...{ id: 'p1', stage: 'video_process', title: 'Планёрка', version: 1, processing: running },
    ...{ agenda: [], tasks: [], members: [], video: { name: 'запись.mp4' } },
    ...change,
  };
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['idempotency', 'versions', 'transcripts'] }),
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'DELETE /protocols/p1/process-video': () => {
      const processing = running.map((step) => (step.state === 'running' ? { ...step, state: 'failed' } : step));
      protocol = { ...protocol, stage: 'error_video_process', processing };
      return Response.json({ data: { stage: 'error_video_process', processing } });
    },
    'GET /protocols/p1/transcript': () => Response.json({ data: { segments: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([]),
    ...answers,
  });
  return { server, ...openApp('/main/protocols/p1') };
}

test('the processing says how far it is and how long it still takes', async () => {
  open();
  const steps = await screen.findByRole('list', { name: 'Шаги обработки' });
  const [, playable] = within(steps).getAllByRole('listitem');
  expect(playable).toHaveTextContent(/^Видео готово к просмотру, идёт42\s%осталось 4\sмин$/);
});

test('beside an open transcript processing is a single line, which expands to its steps', async () => {
  const line = { start: 0, end: 2, text: 'Начинаем', speaker: null };
  const { person } = open({ 'GET /protocols/p1/transcript': () => Response.json({ data: { segments: [line] } }) });
  await screen.findByRole('list', { name: 'Шаги обработки' });
  expect(screen.queryByRole('button', { name: /^Обработка/ })).toBeNull();
  await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
  const folded = await screen.findByRole('button', { name: /^Обработка/, expanded: false });
  expect(folded).toHaveTextContent(/Видео готово к просмотру\s42\s%, осталось 4\sмин$/);
  expect(screen.queryByRole('list', { name: 'Шаги обработки' })).toBeNull();
  await person.click(folded);
  expect(screen.getByRole('list', { name: 'Шаги обработки' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Отменить обработку' })).toBeVisible();
});

test('a running processing can be cancelled and then repeated', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('button', { name: 'Отменить обработку' }));
  expect(await screen.findByRole('button', { name: 'Повторить обработку' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отменить обработку' })).toBeNull();
  expect(screen.getByText('остановилась')).toBeVisible();
  expect(server.received.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/protocols/p1/process-video',
  ]);
});

test('on a narrow screen the cause of a failure is shown at once, with a link to the recording', async () => {
  const { matchMedia } = window;
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: false });
  try {
    const processing = [{ step: 'probe', state: 'failed', error: 'Файл повреждён' }];
    const { person } = open({}, { stage: 'error_video_process', processing });
    const said = await screen.findByText(/Файл повреждён\. Загруженный файл сохранён\./);
    expect(said).toHaveTextContent(/^Обработка видео остановилась/);
    await person.click(screen.getByRole('button', { name: 'К видео' }));
    expect(await screen.findByRole('button', { name: 'Повторить обработку' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'К видео' })).toBeNull();
  } finally {
    window.matchMedia = matchMedia;
  }
});

test('a failed cancellation is reported with its reason', async () => {
  const { person } = open({
    'DELETE /protocols/p1/process-video': () => refuse(409, 'illegal_move', 'Обработка уже закончена'),
  });
  await person.click(await screen.findByRole('button', { name: 'Отменить обработку' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Обработка уже закончена');
});

const subtitles = () => new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nДа\n'], 'совещание.vtt', { type: 'text/vtt' });

async function openTranscript(person: ReturnType<typeof open>['person']) {
  await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
  return screen.findByLabelText<HTMLInputElement>('Приложить субтитры');
}

test('subtitles are attached instead of recognition; an invalid file is reported', async () => {
  const invalid = { message: 'В файле нет субтитров SRT или WebVTT', code: 'validation_failed' };
  const answers = [
    () => Response.json(invalid, { status: 422 }),
    () =>
      Response.json({ data: { segments: [{ id: 's1', start: 1, end: 2, text: 'Да' }], source: 'file', version: 1 } }),
  ];
  const { person, server } = open(
    { 'POST /protocols/p1/transcript': () => answers.shift()?.() ?? Response.error() },
    { stage: 'success_video_process' },
  );
  const field = await openTranscript(person);
  await person.upload(field, subtitles());
  expect(await screen.findByText('В файле нет субтитров SRT или WebVTT')).toBeVisible();
  await person.upload(field, subtitles());
  expect(await screen.findByRole('region', { name: 'Строки расшифровки' })).toBeVisible();
  const sent = server.received.flatMap(({ body }) => (body instanceof FormData ? body.get('subtitles') : []));
  expect(sent).toMatchObject([{ name: 'совещание.vtt' }, { name: 'совещание.vtt' }]);
});

test('offline the subtitles are queued on the device', async () => {
  const { person, server } = open(
    { 'POST /protocols/p1/transcript': noConnection },
    { stage: 'success_video_process' },
  );
  const field = await openTranscript(person);
  server.answers['GET /health'] = noConnection;
  await person.upload(field, subtitles());
  await waitFor(() => expect(outbox.list().map(({ title }) => title)).toEqual(['Субтитры «совещание.vtt»']));
});

test.each(['success_video_process', 'finish'])(
  'recognition that was skipped can be requested again in %s',
  async (stage) => {
    const note = 'Распознавание речи не подключено. Попросите администратора.';
    const processing = [{ step: 'transcript', state: 'skipped', note }];
    const { server, person } = open({}, { stage, processing });
    await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
    expect(await screen.findByText(note)).toBeVisible();
    server.answers['POST /protocols/p1/process-video'] = () => Response.json({ data: { stage: 'video_process' } });
    await person.click(screen.getByRole('button', { name: 'Повторить распознавание' }));
    const sent = () => server.received.find(({ method, path }) => method === 'POST' && path.endsWith('/process-video'));
    await waitFor(() => expect(sent()?.body).toEqual({ repeat: 'transcript' }));
  },
);
