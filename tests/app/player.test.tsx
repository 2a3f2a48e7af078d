import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
});
afterEach(forgetWrites);

const url = '/api/protocols/p1/video?kind=playable';
const agenda = [
  { id: 'a1', title: 'О смете', evidence: { start: 30 } },
  { id: 'a2', title: 'О ремонте', evidence: { start: 90 } },
];
const segments = [
  { id: 's1', start: 30, end: 33, text: 'О смете', keywords: ['смета'] },
  { id: 's2', start: 60, end: 65, text: 'Поручаю', keywords: ['срок', 'поручить'] },
];

function open(video: object = {}, given: object = {}) {
  signInAs('secretary');
  let protocol: object = {
    ...{ id: 'p1', stage: 'success_video_process', title: 'Планёрка', version: 1, agenda, tasks: [], members: [] },
    video: { url, duration: 120, poster_url: '/poster.jpg', ...video },
    ...given,
  };
  const change = (to: object) => {
    protocol = { ...protocol, ...to };
  };
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['transcripts'] }),
    'GET /protocols/p1': () => Response.json({ data: protocol }),
    'GET /protocols/p1/transcript': () => Response.json({ data: { segments } }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([]),
  });
  return { server, change, ...openApp('/main/protocols/p1') };
}

const player = async () => (await screen.findByLabelText('Запись: Планёрка')) as HTMLVideoElement;
const place = () => screen.getByRole('slider', { name: 'Место в записи' });
const plain = (text: string | null) => text?.replaceAll('\u00A0', ' ');
/** Simulates an event of a media element with its properties, which jsdom lacks. */
const becomes = (element: HTMLVideoElement, event: string, has: object) =>
  act(() => {
    for (const [name, value] of Object.entries(has))
      Object.defineProperty(element, name, { value, configurable: true });
    element.dispatchEvent(new Event(event));
  });

test('the keys of the seek bar move along the recording and from mark to mark, each announced by name', async () => {
  const { person } = open();
  const video = await player();
  await waitFor(() => expect(document.querySelectorAll('[data-tick]')).toHaveLength(3));
  act(() => place().focus());
  await person.keyboard('{ArrowRight}');
  expect(video.currentTime).toBe(5);
  await person.keyboard('{PageUp}');
  expect(video.currentTime).toBe(30);
  expect(plain(place().getAttribute('aria-valuetext'))).toBe('30 секунд, всего 2 минуты, смета');
  await person.keyboard('{PageUp}');
  expect(plain(place().getAttribute('aria-valuetext'))).toBe('1 минута, всего 2 минуты, срок, поручить');
  await person.keyboard('{PageUp}{PageUp}');
  expect(video.currentTime).toBe(90);
  await person.keyboard('{PageDown}{Home}{ArrowLeft}');
  expect(video.currentTime).toBe(0);
  await person.keyboard('{End}');
  expect(video.currentTime).toBe(120);
  await person.keyboard(' ');
  expect(video.play).toHaveBeenCalledOnce();
});

test('the warnings of a recording are listed beside the player', async () => {
  const cut = 'Запись обрывается на 00:41:10. Обработано то, что сохранилось';
  open({
    warnings: [
      { kind: 'cut', text: cut, at: 2470 },
      { kind: 'of another server', text: 'Звук неполон' },
    ],
  });
  await player();
  const list = await screen.findByRole('list', { name: 'Чего не хватает в записи' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([cut, 'Звук неполон']);
});

test('a recording without warnings shows no list, nor does an invalid value of another server', async () => {
  open({ warnings: 'нет' });
  await player();
  expect(screen.queryByRole('list', { name: 'Чего не хватает в записи' })).not.toBeInTheDocument();
});

test('a press seeks to the second in the hint, also on the thumb, and no outdated position is announced', async () => {
  const { person } = open();
  const video = await player();
  await waitFor(() => expect(document.querySelectorAll('[data-tick]')).toHaveLength(3));
  const strip = place().parentElement as HTMLElement;
  // Missing in jsdom.
  Object.assign(strip, { getBoundingClientRect: () => new DOMRect(100, 0, 600, 16), setPointerCapture: vi.fn() });
  const pointer = (keys: string, clientX: number) => person.pointer({ keys, target: strip, coords: { clientX } });
  await pointer('[MouseLeft>]', 110);
  expect(strip).toHaveTextContent('0:02');
  expect(video.currentTime).toBe(2);
  expect(place()).toHaveFocus();
  await person.pointer({ target: strip, coords: { clientX: 650 } });
  expect(video.currentTime).toBe(110);
  await pointer('[/MouseLeft]', 650);
  await person.pointer({ target: strip, coords: { clientX: 120 } });
  expect(video.currentTime).toBe(110);
  await pointer('[TouchA]', 252);
  expect(video.currentTime).toBe(30);
  expect(plain(place().getAttribute('aria-valuetext'))).toBe('30 секунд, всего 2 минуты, смета');
  await person.tab();
  becomes(video, 'timeupdate', { currentTime: 45 });
  expect(plain(place().getAttribute('aria-valuetext'))).toBe('45 секунд');
});

test('the buttons for play and sound change their labels with the state', async () => {
  const { person } = open();
  const video = await player();
  await person.click(screen.getByRole('button', { name: 'Воспроизвести' }));
  expect(video.play).toHaveBeenCalledOnce();
  becomes(video, 'play', { paused: false });
  expect(screen.getByRole('button', { name: 'Пауза' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Выключить звук' }));
  expect(video.muted).toBe(true);
  await person.click(await screen.findByRole('button', { name: 'Включить звук' }));
  expect(video.muted).toBe(false);
});

test('the picture collapses to a bar and back; a sound recording has no picture but the same controls', async () => {
  const { person } = open();
  const video = await player();
  await person.click(screen.getByRole('button', { name: 'Свернуть изображение' }));
  expect(screen.getByRole('button', { name: 'Показать изображение' })).toHaveAttribute('aria-expanded', 'false');
  becomes(video, 'loadedmetadata', { videoWidth: 0, duration: 120 });
  expect(screen.queryByRole('button', { name: /изображение/ })).toBeNull();
  for (const name of ['Воспроизвести', 'Назад на 10 секунд', 'Вперёд на 10 секунд', 'Вопросы и отметки'])
    expect(screen.getByRole('button', { name })).toBeVisible();
  expect(place()).toBeVisible();
});

test('a recording that the browser cannot play is offered as a download and for a retry', async () => {
  const { person } = open();
  becomes(await player(), 'error', { error: { code: 3 } });
  const note = await screen.findByRole('alert');
  expect(note).toHaveTextContent(/^Браузер не может показать эту запись/);
  expect(within(note).getByRole('link', { name: 'Скачать запись' })).toHaveAttribute('href', url);
  await person.click(within(note).getByRole('button', { name: 'Повторить' }));
  expect(await player()).toBeInTheDocument();
});

test('marks can be read and edited after a playback error, and what is being typed stays', async () => {
  const { person } = open({}, { marks: [{ id: 'm1', at: 10, text: 'Спросить о смете' }] });
  const video = await player();
  await person.click(screen.getByRole('button', { name: 'Вопросы и отметки' }));
  await person.click(await screen.findByRole('button', { name: 'Действия: отметка 0:10' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить слова' }));
  await person.type(await screen.findByLabelText('Слова отметки 0:10'), ' и договоре');
  becomes(video, 'error', { error: { code: 3 } });
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Слова отметки 0:10')).toHaveValue('Спросить о смете и договоре');
  expect(screen.getByLabelText('Слова отметки 0:10')).toHaveFocus();
  expect(screen.getByRole('region', { name: 'Вопросы в записи' })).toBeVisible();
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Вопросы и отметки' }));
  expect(screen.queryByRole('region', { name: 'Вопросы в записи' })).toBeNull();
  expect(screen.getByRole('alert')).toBeVisible();
});

test('an unsupported format is reported after one more load of the same address', async () => {
  open();
  const video = await player();
  becomes(video, 'error', { error: { code: 4 } });
  // A server that does not sign its addresses tells the same one: it is loaded once more.
  await waitFor(() => expect(video.load).toHaveBeenCalledOnce());
  becomes(await player(), 'error', { error: { code: 4 } });
  expect(await screen.findByText(/^Браузер не может показать эту запись/)).toBeVisible();
});

test('a recording of zero length is reported, with ways to go on', async () => {
  const { person } = open({ duration: 0 });
  expect(await screen.findByRole('alert')).toHaveTextContent(/длина — 0 секунд. Выберите другое видео/);
  expect(screen.queryByRole('slider')).toBeNull();
  // A file that the browser took for empty after a long sleep may be playable by now.
  await person.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await player()).toBeInTheDocument();
});

test('where the server does not give the duration, that of the file is used', async () => {
  const { person } = open({ duration: null }, { agenda: [] });
  const video = await player();
  becomes(video, 'loadedmetadata', { videoWidth: 640, duration: 300 });
  act(() => place().focus());
  await person.keyboard('{End}');
  expect(video.currentTime).toBe(300);
});

test('a replaced recording starts at its beginning, and text that is being typed stays', async () => {
  const marks = [{ id: 'm1', at: 10, text: 'Смета' }];
  const { person, change } = open({ upload_id: 'u1' }, { marks });
  const video = await player();
  becomes(video, 'timeupdate', { currentTime: 45 });
  await waitFor(() => expect(place()).toHaveValue('45'));
  await person.click(screen.getByRole('button', { name: 'Вопросы и отметки' }));
  await person.click(await screen.findByRole('button', { name: 'Действия: отметка 0:10' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Изменить слова' }));
  await person.type(await screen.findByLabelText('Слова отметки 0:10'), ' на год');
  change({ video: { url: `${url}&of=u2`, duration: 120, poster_url: '/poster.jpg', upload_id: 'u2' } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(async () => expect(await player()).toHaveAttribute('src', `${url}&of=u2`));
  expect(place()).toHaveValue('0');
  const next = await player();
  becomes(next, 'loadedmetadata', { videoWidth: 640, duration: 120 });
  expect(next.currentTime).toBe(0);
  expect(screen.getByLabelText('Слова отметки 0:10')).toHaveValue('Смета на год');
});

test.each([
  ['no_video', [], 'Напишите протокол или добавьте запись встречи: завершить его можно и без видео.'],
  ['no_video', agenda, 'Протокол без видео. Когда он будет готов, завершите его; запись можно добавить до этого.'],
  [
    'finish',
    agenda,
    'Протокол завершён, его ещё можно исправить. Проверьте и сформируйте итоговый: после этого его только читают и печатают.',
  ],
] as const)('without a video the stepper at «%s» has no steps for one', async (stage, questions, sentence) => {
  open({}, { stage, agenda: questions, video: null });
  expect(await screen.findByText(sentence)).toBeVisible();
  const steps = within(screen.getByRole('list', { name: 'Стадия протокола' }));
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^\d|,.*/g, ''))).toEqual([
    'Черновик',
    'Завершён',
    'Итоговый',
  ]);
});
