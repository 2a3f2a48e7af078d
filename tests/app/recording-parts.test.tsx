import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { usePickVideo } from '#src/features/protocol/recording/use-pick-video.tsx';
import { uploads } from '#src/sync/page/uploads.ts';
import { UploadError } from '#src/sync/uploads/upload-error.ts';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';
import { watchPlaying } from './support/watch-playing.ts';

const played = watchPlaying();
afterEach(forgetWrites);

const url = '/api/protocols/p1/video?kind=playable';
const first = { upload_id: 'r1', url, name: 'утро.mp4', duration: 2_470, size: 1_000 };
const second = {
  ...first,
  upload_id: 'r2',
  url: `${url}&recording_id=r2`,
  name: 'день.mp4',
  duration: 600,
  is_part: true,
};
const stage = 'success_video_process';
const recordings = [
  { id: 'r1', is_first: true, title: null, pause: 0, stage, video: first },
  { id: 'r2', is_first: false, title: 'После обеда', pause: 900, stage, video: second },
  { id: 'r3', is_first: false, title: null, pause: 0, stage: 'video_process', video: { upload_id: 'r3' } },
];
const agenda = [
  { id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Утвердить', evidence: { start: 30 } }] },
  {
    id: 'a2',
    title: 'О ремонте',
    decisions: [{ id: 'd2', text: 'Начать', evidence: { start: 90, recording_id: 'r2' } }],
  },
];
const line = (id: string, text: string) => ({ id, start: 10, end: 12, text, speaker: null, keywords: [] });

function open({ given = {}, address = '/main/protocols/p1' }: { given?: object; address?: string } = {}) {
  signInAs('secretary');
  const protocol = {
    ...{ id: 'p1', stage, title: 'Планёрка', version: 1, agenda, tasks: [], members: [], video: first },
    ...given,
  };
  const transcript = {
    ...{ segments: [line('s1', 'Открываем заседание')], speakers: [], version: 1 },
    parts: [{ recording_id: 'r2', segments: [line('s2', 'Продолжаем')], speakers: [], version: 1 }],
  };
  const server = fakeServer({
    'GET /health': () =>
      Response.json({ status: 'ok', capabilities: ['client-ids', 'versions', 'transcripts', 'recordings'] }),
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'GET /protocols/p1/transcript': () => Response.json({ data: transcript }),
    'PUT /protocols/p1/transcript': () => Response.json({ data: transcript }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([]),
  });
  return { server, ...openApp(address) };
}

const strip = () => screen.findByRole('region', { name: 'Части записи' });
const place = async () => (await strip()).querySelector('[role="status"]')?.textContent?.replaceAll('\u00A0', ' ');
const video = async () => (await screen.findByLabelText('Запись: Планёрка')) as HTMLVideoElement;

test('the parts are listed in order with their pauses, and the next one starts by itself', async () => {
  const { person } = open({ given: { recordings } });
  const parts = await strip();
  expect(
    within(parts)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll('\u00A0', ' ')),
  ).toEqual(['Часть 141:10', 'перерыв 15 минутПосле обеда10:00', 'Часть 3обрабатывается']);
  expect(await place()).toBe('Часть 1 из 3');
  fireEvent.ended(await video());
  await waitFor(async () => expect(await place()).toBe('Часть 2 из 3, с 56:10 встречи'));
  await waitFor(() => expect(played).toEqual(['r2 0']));
  // The last one that can be played ends as any other.
  fireEvent.ended(await video());
  expect(await place()).toContain('Часть 2');
  await person.click(within(parts).getByRole('button', { name: /^Часть 1/ }));
  expect(await place()).toBe('Часть 1 из 3');
  await waitFor(() => expect(played).toEqual(['r2 0', 'first 0']));
});

test('a moment plays in its recording, one without a recording in the first, and an address in either', async () => {
  const { person } = open({ given: { recordings }, address: '/main/protocols/p1?at=90&part=r2' });
  await waitFor(() => expect(played).toEqual(['r2 90']));
  await person.click(await screen.findByRole('button', { name: 'Показать запись: Часть 1, с 0:30' }));
  await waitFor(() => expect(played).toEqual(['r2 90', 'first 30']));
  await person.click(screen.getByRole('button', { name: 'Показать запись: После обеда, с 1:30' }));
  await waitFor(() => expect(played.at(-1)).toBe('r2 90'));
});

test('an old address without a part plays the first recording', async () => {
  open({ given: { recordings: [recordings[1], recordings[0]] }, address: '/main/protocols/p1?at=30' });
  await waitFor(() => expect(played).toEqual(['first 30']));
});

test.each([
  ['gone', /Этой части записи в протоколе нет/],
  ['r3', /ещё не обработана/],
])('an address to a part that is unavailable says so, plays no other, and stays: %s', async (part, words) => {
  const { address, router } = open({ given: { recordings }, address: `/main/protocols/p1?at=90&part=${part}` });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(address()).toContain(`at=90&part=${part}`);
  expect(played).toEqual([]);
  await act(() => router.navigate('/main/protocols/p1?at=90&part=r2'));
  await waitFor(() => expect(played).toEqual(['r2 90']));
});

test('the transcripts of all parts are shown one below another; a line plays its part and is corrected there', async () => {
  const { person, server } = open({ given: { recordings } });
  await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
  const lines = await screen.findByRole('region', { name: 'Строки расшифровки' });
  await within(lines).findByText('Продолжаем');
  expect(
    within(lines)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['Часть 1', 'После обеда']);
  expect(within(lines).getByText('Часть 3: расшифровки пока нет')).toBeInTheDocument();
  await person.click(within(lines).getByText('Продолжаем'));
  await waitFor(() => expect(played).toEqual(['r2 10']));
  await person.click(lines.querySelector('[data-edits="s2"]') as Element);
  await person.type(await within(lines).findByRole('textbox', { name: /Слова/ }), ' после обеда{Enter}');
  await waitFor(() =>
    expect(server.received.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      recording_id: 'r2',
      segments: [{ id: 's2', text: 'Продолжаем после обеда' }],
    }),
  );
});

test('a part without a transcript can be recognised again, and one being recognised shows the time left', async () => {
  const step = { step: 'transcript', state: 'running', percent: 20, seconds_left: 700 };
  const given = {
    recordings: [
      recordings[0],
      { ...recordings[1], stage: 'video_process', processing: [step] },
      { ...recordings[2], stage, video: { ...second, upload_id: 'r3', url: `${url}&recording_id=r3` } },
    ],
  };
  const { person, server } = open({ given });
  server.answers['POST /protocols/p1/process-video'] = () =>
    Response.json({ data: { stage: 'video_process', processing: [], already: false } });
  server.answers['GET /protocols/p1/recordings'] = () => Response.json({ data: given.recordings });
  await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
  expect(await screen.findByText(/^После обеда: запись ещё распознаётся.*около 12\sминут\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Повторить распознавание: После обеда' })).toBeNull();
  await person.click(within(await strip()).getByRole('button', { name: /^Часть 3/ }));
  await person.click(await screen.findByRole('button', { name: 'Повторить распознавание: Часть 3' }));
  await waitFor(() =>
    expect(server.received.find(({ method }) => method === 'POST')?.body).toEqual({
      upload_id: 'r3',
      repeat: 'transcript',
    }),
  );
});

test('another recording becomes the next part, unless replacing the first is chosen and confirmed', async () => {
  const add = vi.spyOn(uploads, 'add').mockResolvedValue('u9');
  const { person } = open();
  const choose = async (name: string) => {
    await person.click(await screen.findByRole('button', { name: /Документы/ }));
    await person.click(await screen.findByRole('menuitem', { name: /айл записи/ }));
    const file = new File(['видео'], name, { type: 'video/mp4' });
    await person.upload(await screen.findByLabelText('Добавить запись'), file);
    return file;
  };
  const file = await choose('вечер.mp4');
  const dialog = await screen.findByRole('dialog', { name: 'Куда добавить запись' });
  expect(within(dialog).getByRole('button', { name: 'Следующей частью' })).toHaveAttribute('aria-pressed', 'true');
  await person.click(within(dialog).getByRole('button', { name: 'Добавить запись' }));
  await waitFor(() => expect(add).toHaveBeenLastCalledWith('p1', file, { mayWait: true, isAppendConfirmed: true }));

  const other = await choose('замена.mp4');
  await person.click(await screen.findByRole('button', { name: 'Вместо нынешней' }));
  await person.click(await screen.findByRole('button', { name: 'Заменить запись…' }));
  expect(add).toHaveBeenCalledTimes(1);
  const question = await screen.findByRole('alertdialog', { name: 'Заменить запись?' });
  expect(question).toHaveTextContent('«утро.mp4», 41:10');
  await person.click(within(question).getByRole('button', { name: 'Заменить запись' }));
  await waitFor(() => expect(add).toHaveBeenLastCalledWith('p1', other, { insteadOf: 'r1' }));
});

test('order, names and pauses can be changed, and a part is deleted after a confirmation', async () => {
  const { person, server } = open({ given: { recordings } });
  const answer = (order: number[]) => () => Response.json({ data: order.map((at) => recordings[at]) });
  server.answers['PUT /protocols/p1/recordings'] = answer([1, 0, 2]);
  server.answers['PUT /protocols/p1/recordings/r1'] = answer([1, 0, 2]);
  server.answers['DELETE /protocols/p1/recordings/r3'] = answer([0, 1]);
  await person.click(await screen.findByRole('button', { name: 'Порядок и названия частей' }));
  const dialog = await screen.findByRole('dialog', { name: 'Части записи' });
  await person.click(within(dialog).getByRole('button', { name: 'Часть 3: удалить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Удалить часть записи?' });
  await person.click(within(question).getByRole('button', { name: 'Удалить часть' }));
  await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Часть 3: удалить' })).toBeNull());
  await person.click(within(dialog).getByRole('button', { name: 'После обеда: раньше' }));
  const [pause] = within(dialog).getAllByLabelText('Перерыв перед ней');
  await person.type(pause as Element, '41 минута');
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(await within(dialog).findByText(/Напишите, сколько длился перерыв/)).toBeInTheDocument();
  await person.clear(pause as Element);
  await person.type(pause as Element, '41:10');
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toEqual([{ order: ['r2', 'r1'] }, { pause: 2_470 }]);
  await act(async () => undefined);
});

test('a part that arrives while the list is open is added to it, and nothing has to be typed again', async () => {
  const { person, server } = open({ given: { recordings: recordings.slice(0, 2) } });
  const [morning, day, evening] = recordings;
  const now = [morning, { ...day, pause: 60 }, evening];
  server.answers['PUT /protocols/p1/recordings'] = () =>
    Response.json({ code: 'conflict', message: 'Записи протокола изменились в другом месте.' }, { status: 409 });
  server.answers['GET /protocols/p1/recordings'] = () => Response.json({ data: now });
  await person.click(await screen.findByRole('button', { name: 'Порядок и названия частей' }));
  const dialog = await screen.findByRole('dialog', { name: 'Части записи' });
  await person.type(within(dialog).getAllByLabelText('Название')[0] as Element, 'Утро');
  await person.click(within(dialog).getByRole('button', { name: 'После обеда: раньше' }));
  await person.click(await within(dialog).findByRole('button', { name: 'Сохранить' }));
  expect(await within(dialog).findByText(/изменились в другом месте/)).toBeInTheDocument();
  const names = () =>
    within(dialog)
      .getAllByLabelText('Название')
      .map((each) => (each as HTMLInputElement).value);
  await waitFor(() => expect(names()).toEqual(['После обеда', '', 'Утро']));
  server.answers['PUT /protocols/p1/recordings'] = () => Response.json({ data: now });
  server.answers['PUT /protocols/p1/recordings/r1'] = () => Response.json({ data: now });
  await person.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent.slice(1)).toEqual([{ order: ['r2', 'r3', 'r1'] }, { title: 'Утро' }]);
  await act(async () => undefined);
});

test('a field focused right after a part was moved keeps the focus', async () => {
  const { person } = open({ given: { recordings } });
  await person.click(await screen.findByRole('button', { name: 'Порядок и названия частей' }));
  const dialog = await screen.findByRole('dialog', { name: 'Части записи' });
  const frames: FrameRequestCallback[] = [];
  const held = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  await person.click(within(dialog).getByRole('button', { name: 'После обеда: раньше' }));
  const [pause] = within(dialog).getAllByLabelText('Перерыв перед ней');
  await person.click(pause as Element);
  held.mockRestore();
  act(() => {
    for (const frame of frames) frame(0);
  });
  expect(pause).toHaveFocus();
});

test('a refusal because of a running upload disappears once that upload has moved on', async () => {
  open();
  vi.spyOn(uploads, 'add').mockRejectedValue(new UploadError('already_uploading'));
  const ofStage = (at: Protocol['stage']) => ({ id: 'p1', stage: at }) as Protocol;
  const { result, rerender } = renderHook(({ at }) => usePickVideo(ofStage(at)), {
    initialProps: { at: 'video_uploading' as Protocol['stage'] },
  });
  act(() => result.current.pick(new File(['видео'], 'утро.mp4', { type: 'video/mp4' })));
  await waitFor(() => expect(result.current.refusal).toMatch(/уже загружается видео/));
  rerender({ at: 'video_process' });
  expect(result.current.refusal).toBeUndefined();
});
