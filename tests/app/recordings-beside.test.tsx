import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { uploads } from '#src/sync/page/uploads.ts';
import type { UploadView } from '#src/sync/uploads/upload-view.ts';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';
import { watchPlaying } from './support/watch-playing.ts';

const played = watchPlaying();
afterEach(forgetWrites);

const url = '/api/protocols/p1/video?kind=playable';
const first = { upload_id: 'r1', url, name: 'зал.mp4', duration: 600, size: 1_000 };
const videoOf = (id: string, duration: number) => ({
  ...{ ...first, upload_id: id, url: `${url}&recording_id=${id}`, name: `${id}.m4a`, duration, is_part: true },
});
const stage = 'success_video_process';
const recordings = [
  { id: 'r1', is_first: true, title: null, pause: 0, stage, video: first },
  ...[
    { id: 'r2', beside_id: 'r1', offset: 30, speaker: 'Петрова А. А.', video: videoOf('r2', 700) },
    { id: 'r3', beside_id: 'r1', offset: 0, speaker: 'Иванов И. И.', video: videoOf('r3', 500) },
    { id: 'r4', pause: 60, video: videoOf('r4', 100) },
  ].map((part) => ({ is_first: false, title: null, stage, ...part })),
];
const members = [
  { id: 'm1', member_id: 'u1', name: 'Петрова Анна', kind: 'present' },
  { id: 'm2', member_id: 'u2', name: 'Иванов Иван', kind: 'present' },
];
const line = (id: string, start: number, text: string, speaker: string | null = null) => ({
  ...{ id, start, end: start + 2, text, speaker, keywords: [] },
});
const transcript = {
  ...{ segments: [line('s1', 10, 'Открываем заседание'), line('s2', 45, 'Смета готова')], speakers: [], version: 1 },
  parts: [
    {
      ...{ recording_id: 'r2', speakers: [], version: 1 },
      segments: [line('s3', 10, 'Начнём со сметы', 'Петрова А. А.'), line('s4', 15, 'Смета готова', 'Петрова А. А.')],
    },
    { recording_id: 'r4', speakers: [], version: 1, segments: [line('s5', 5, 'Закрываем заседание')] },
  ],
};

function open({
  given = {},
  capabilities = ['recordings', 'recordings-beside'],
}: {
  given?: object;
  capabilities?: string[];
} = {}) {
  signInAs('secretary');
  const protocol = {
    ...{ id: 'p1', stage, title: 'Планёрка', version: 1, agenda: [], tasks: [], members, video: first, recordings },
    ...given,
  };
  const server = fakeServer({
    'GET /health': () =>
      Response.json({ status: 'ok', capabilities: ['client-ids', 'versions', 'transcripts', ...capabilities] }),
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'GET /protocols/p1/transcript': () => Response.json({ data: transcript }),
    'PUT /protocols/p1/transcript': () => Response.json({ data: transcript }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([]),
  });
  return { server, ...openApp('/main/protocols/p1') };
}

const viewOfUpload: UploadView = {
  ...{
    id: 'u1',
    uploadId: 'u1',
    protocolId: 'p1',
    name: 'audioПетроваАнна1.m4a',
    size: 9,
    state: 'uploading',
    secondsLeft: null,
  },
  ...{ acknowledgedBytes: 0, sentBytes: 0, acknowledgedChunks: 0, totalChunks: 1, bytesPerSecond: 0 },
  ...{ staged: true, keepTabOpen: false },
};

const plain = (text: string | null | undefined) => text?.replaceAll('\u00A0', ' ');
const strip = () => screen.findByRole('region', { name: 'Части записи' });
const place = async () => plain((await strip()).querySelector('[role="status"]')?.textContent);
const video = async () => (await screen.findByLabelText('Запись: Планёрка')) as HTMLVideoElement;
const at = async (seconds: number) => {
  const media = await video();
  media.currentTime = seconds;
  fireEvent.timeUpdate(media);
};

test('a simultaneous recording plays from the same moment, and the one that goes on follows at the end', async () => {
  const { person } = open();
  const beside = await screen.findByRole('list', { name: 'Шли одновременно' });
  expect(
    within(beside)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Часть 1, запись 110:00', 'Петрова А. А.11:40', 'Иванов И. И.8:20']);
  expect(await place()).toBe('Часть 1 из 2, запись 1');
  await at(100);
  await person.click(within(beside).getByRole('button', { name: /^Петрова/ }));
  await waitFor(() => expect(played).toEqual(['r2 70']));
  expect(await place()).toBe('Часть 1 из 2, запись «Петрова А. А.», с 0:30 встречи');
  await at(5);
  await person.click(within(beside).getByRole('button', { name: /^Иванов/ }));
  await waitFor(() => expect(played.at(-1)).toBe('r3 35'));
  // The other part starts at its beginning.
  await at(499.5);
  fireEvent.ended(await video());
  await waitFor(() => expect(played.at(-1)).toBe('r2 469.5'));
  await at(700);
  fireEvent.ended(await video());
  await waitFor(() => expect(played.at(-1)).toBe('r4 0'));
  expect(await place()).toBe('Часть 2 из 2, с 13:10 встречи');
});

test('the merged lines follow the order of the meeting, each word once; a line plays and corrects its own recording', async () => {
  const { person, server } = open();
  await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
  const lines = await screen.findByRole('region', { name: 'Строки расшифровки' });
  const shown = () =>
    within(lines)
      .getAllByRole('listitem')
      .map((item) => within(item).getAllByRole('button')[0]?.getAttribute('aria-label'));
  const [opened, begun] = ['0:10: Открываем заседание', '0:40, Петрова А. А.: Начнём со сметы'];
  const [ready, closed] = ['0:45, Петрова А. А.: Смета готова', '0:05: Закрываем заседание'];
  await waitFor(() => expect(shown()).toEqual([opened, begun, ready, closed]));
  const headings = within(lines).getAllByRole('heading');
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Часть 1', 'Часть 2']);
  expect(await screen.findByText(/Пока без расшифровки: Иванов И\. И\./)).toBeInTheDocument();

  await person.click(within(lines).getByText('Начнём со сметы'));
  await waitFor(() => expect(played).toEqual(['r2 10']));
  // The line that is being said may belong to another recording.
  await at(1);
  const current = () => lines.querySelector('[aria-current="true"]')?.textContent;
  await waitFor(() => expect(current()).toContain('Открываем заседание'));

  // Several lines get a speaker at once, each in its own transcript.
  await person.click(lines.querySelector('[data-takes="s1"]') as Element);
  await person.click(lines.querySelector('[data-takes="s4"]') as Element);
  expect(screen.getByRole('region', { name: 'Выбранные строки' })).toHaveTextContent('3 строки, 0:10–0:47');
  await person.click(screen.getByRole('button', { name: 'Назвать говорящего' }));
  const name = screen.getByLabelText('Говорит');
  await person.clear(name);
  await person.type(name, 'Ким{Enter}');
  await waitFor(() => {
    const sent = server.received
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => body as { segments: { id: string }[] });
    const told = sent.map((body) => [
      (body as { recording_id?: string }).recording_id,
      body.segments.map(({ id }) => id),
    ]);
    expect(told).toEqual([
      [undefined, ['s1']],
      ['r2', ['s3', 's4']],
    ]);
  });

  await person.click(await screen.findByRole('button', { name: 'Только эта' }));
  await waitFor(() =>
    expect(shown()).toEqual(['0:10, Петрова А. А.: Начнём со сметы', '0:15, Петрова А. А.: Смета готова']),
  );
});

test('a file of one speaker is recognised by its name, and is added beside the existing recording', async () => {
  const add = vi.spyOn(uploads, 'add').mockResolvedValue('u9');
  const { person } = open();
  const choose = async (name: string) => {
    await person.click(await screen.findByRole('button', { name: /Документы/ }));
    await person.click(await screen.findByRole('menuitem', { name: /айл записи/ }));
    const file = new File(['звук'], name, { type: 'audio/mp4' });
    await person.upload(await screen.findByLabelText('Добавить запись'), file);
    return file;
  };
  const file = await choose('audioИванИванов21234567.m4a');
  const dialog = await screen.findByRole('dialog', { name: 'Куда добавить запись' });
  expect(within(dialog).getByRole('button', { name: 'На то же время' })).toHaveAttribute('aria-pressed', 'true');
  expect(within(dialog).getByLabelText('Чей голос в файле')).toHaveValue('Иванов Иван');
  await person.click(within(dialog).getByRole('button', { name: 'Добавить запись' }));
  const placed = { mayWait: true, isAppendConfirmed: true, besideId: 'r1', speaker: 'Иванов Иван' };
  await waitFor(() => expect(add).toHaveBeenLastCalledWith('p1', file, placed));

  const phone = await choose('телефон.m4a');
  await person.click(await screen.findByRole('button', { name: 'На то же время' }));
  await person.selectOptions(await screen.findByLabelText('Одновременно с какой частью'), 'Часть 2');
  await person.click(screen.getByRole('button', { name: 'Добавить запись' }));
  await waitFor(() =>
    expect(add).toHaveBeenLastCalledWith('p1', phone, { mayWait: true, isAppendConfirmed: true, besideId: 'r4' }),
  );
});

test('several files can be chosen at once: the first is the recording, the others are asked about one by one', async () => {
  const coming: UploadView[] = [];
  const none: readonly UploadView[] = [];
  vi.spyOn(uploads, 'list').mockImplementation(() => (coming.length > 0 ? coming : none));
  const add = vi.spyOn(uploads, 'add').mockImplementation(async () => {
    if (coming.length === 0) coming.push(viewOfUpload);
    return 'u1';
  });
  const { person } = open({ given: { stage: 'no_video', video: null, recordings: undefined } });
  const files = ['audioПетроваАнна1.m4a', 'audioИванИванов2.m4a', 'телефон.m4a'].map(
    (name) => new File(['звук'], name, { type: 'audio/mp4' }),
  );
  const choice = await screen.findByLabelText('Выбрать видео');
  await waitFor(() => expect(choice).toHaveAttribute('multiple'));
  await person.upload(choice, files);
  await waitFor(() =>
    expect(add).toHaveBeenLastCalledWith('p1', files[0], expect.objectContaining({ speaker: 'Петрова Анна' })),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Куда добавить запись' });
  expect(dialog).toHaveTextContent('audioИванИванов2.m4a · потом ещё 1 файл');
  await person.click(within(dialog).getByRole('button', { name: 'Добавить запись' }));
  const beside = { mayWait: true, isAppendConfirmed: false, besideId: 'u1' };
  await waitFor(() => expect(add).toHaveBeenLastCalledWith('p1', files[1], { ...beside, speaker: 'Иванов Иван' }));
  expect(await screen.findByText('телефон.m4a')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Вместо/ })).toBeNull();
  // The same choice as for the previous recording.
  expect(screen.getByRole('button', { name: 'На то же время' })).toHaveAttribute('aria-pressed', 'true');
  await person.click(screen.getByRole('button', { name: 'Добавить запись' }));
  await waitFor(() => expect(add).toHaveBeenLastCalledWith('p1', files[2], beside));
});

test('a server that takes only consecutive recordings is offered nothing else', async () => {
  const { person } = open({ capabilities: ['recordings'], given: { recordings: [recordings[0], recordings[3]] } });
  await person.click(await screen.findByRole('button', { name: 'Порядок и названия частей' }));
  const dialog = await screen.findByRole('dialog', { name: 'Части записи' });
  expect(within(dialog).getAllByLabelText('Название')).toHaveLength(2);
  expect(within(dialog).queryByLabelText('Когда шла')).toBeNull();
  expect(within(dialog).queryByLabelText('Чей голос в файле')).toBeNull();
  await act(async () => undefined);
});

test('which recordings ran at the same time can be changed, and an impossible time is rejected', async () => {
  const { person, server } = open();
  const order: string[] = [];
  for (const { id } of recordings) {
    server.answers[`PUT /protocols/p1/recordings/${id}`] = () => {
      order.push(id);
      return Response.json({ data: recordings });
    };
  }
  server.answers['PUT /protocols/p1/recordings'] = () => Response.json({ data: recordings });
  await person.click(await screen.findByRole('button', { name: 'Порядок и названия частей' }));
  const dialog = await screen.findByRole('dialog', { name: 'Части записи' });
  const when = () => within(dialog).getAllByLabelText('Когда шла');
  const [, , ivan] = when();
  // The part moves together with the recordings beside it.
  expect(within(dialog).queryByRole('button', { name: 'Петрова А. А.: позже' })).toBeNull();
  await person.selectOptions(ivan as Element, 'После предыдущей');
  await person.selectOptions(when()[3] as Element, 'Вместе: Часть 2');
  const later = within(dialog).getAllByLabelText('Началась позже на');
  await person.type(later[1] as Element, '8:20');
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(await within(dialog).findByText(/не идут одновременно/)).toBeInTheDocument();
  await person.clear(later[1] as Element);
  await person.type(later[1] as Element, '−0:20');
  await person.clear(within(dialog).getAllByLabelText('Чей голос в файле')[1] as Element);
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(order).toEqual(['r3', 'r2', 'r4']);
  expect(server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { beside_id: null },
    { speaker: null },
    { beside_id: 'r3', offset: -20 },
  ]);
  await act(async () => undefined);
});
