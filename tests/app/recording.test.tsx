import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProtocolUpdate } from '#contract/protocols/protocol.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const play = vi.fn();
const tracks = new Map<string, Blob>();

beforeEach(() => {
  play.mockReset().mockResolvedValue(undefined);
  tracks.clear();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => {
        tracks.set(`blob:${tracks.size}`, blob);
        return `blob:${tracks.size - 1}`;
      };
      static override revokeObjectURL = () => undefined;
    },
  );
});
afterEach(forgetWrites);

const agenda = [
  { id: 'a1', title: 'О смете', decisions: [{ id: 'd1', text: 'Утвердить', evidence: { start: 61, end: 70 } }] },
  { id: 'a2', title: 'О ремонте', evidence: { start: 12.5 } },
  { id: 'a3', title: 'Разное' },
];

function open(change: object = {}, address = '/main/protocols/p1') {
  signInAs('secretary');
  let protocol: object = {
    id: 'p1',
    stage: 'success_video_process',
    title: 'Планёрка',
    version: 1,
    agenda,
    tasks: [{ id: 't1', status: 'new', title: 'Купить', agenda_id: 'a1', evidence: { start: 40 } }],
    members: [],
    video: { url: '/api/protocols/p1/video?kind=playable', duration: 100 },
    ...change,
  };
  const item = (data: () => unknown) => () => Response.json({ data: data() });
  const server = fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'versions'] }),
    'GET /protocols/p1': item(() => protocol),
    'PUT /protocols/p1': ({ body }) => {
      protocol = { ...protocol, ...(body as object), version: 2 };
      return Response.json({ data: protocol });
    },
    'GET /protocols': () =>
      pageOf([{ id: 'p1', stage: 'final', title: 'Планёрка', moment: { start: 751.2, quote: 'Смету утвердили' } }]),
    'GET /users': () => pageOf([]),
    'GET /protocols/p1/summary': item(() => ({ text: null, points: [] })),
  });
  return { server, ...openApp(address) };
}

const video = () => screen.getByLabelText<HTMLVideoElement>('Запись: Планёрка');
const goTo = (seconds: number) =>
  act(() => {
    video().currentTime = seconds;
    video().dispatchEvent(new Event('timeupdate'));
  });

async function openChapters(person: ReturnType<typeof open>['person']) {
  await person.click(await screen.findByRole('button', { name: 'Вопросы и отметки' }));
  return within(await screen.findByRole('region', { name: 'Вопросы в записи' }));
}

test('the questions are chapters: in order of time, the current one marked, each plays from its beginning', async () => {
  const { person } = open();
  const part = await openChapters(person);
  const chapters = part.getAllByRole('button', { name: /^\d+:\d\d/ });
  expect(chapters.map(({ textContent }) => textContent)).toEqual(['0:12 2. О ремонте', '0:40 1. О смете']);
  expect(part.queryByRole('button', { current: true })).toBeNull();
  chapters[0]?.focus();
  await person.keyboard('{Enter}');
  expect([video().currentTime, play.mock.calls.length]).toEqual([12.5, 1]);
  goTo(41);
  expect(part.getByRole('button', { current: true })).toHaveTextContent('1. О смете');
  expect(screen.getByTitle('1. О смете')).toBeVisible();
});

test('marks beyond the end of a shorter replacement recording are counted, and not played', async () => {
  const { person } = open({ video: { url: '/api/protocols/p1/video?kind=playable', duration: 30 } });
  const part = await openChapters(person);
  const chapters = part.getAllByRole('button', { name: /^\d+:\d\d/ });
  expect(chapters.map(({ textContent }) => textContent)).toEqual(['0:12 2. О ремонте']);
  expect(screen.getByText(/после конца этой записи/).textContent?.replaceAll('\u00A0', ' ')).toMatch(/^Ещё 1 отметка/);
});

test('the player has the chapters as a text track', async () => {
  open();
  await screen.findByLabelText('Запись: Планёрка');
  const track = await waitFor(() => {
    const found = video().querySelector<HTMLTrackElement>('track[kind="chapters"]');
    expect(found).not.toBeNull();
    return found;
  });
  expect(await tracks.get(track?.getAttribute('src') ?? '')?.text()).toContain(
    '00:00:12.500 --> 00:00:40.000\n2. О ремонте',
  );
});

test('the secretary marks where a question begins, also offline, and the mark is shown at once', async () => {
  const { person, server } = open();
  const part = await openChapters(person);
  server.answers['PUT /protocols/p1'] = noConnection;
  expect(part.getByRole('combobox', { name: 'Начинается вопрос' })).toHaveDisplayValue('3. Разное');
  goTo(80.26);
  await person.click(part.getByRole('button', { name: 'Начало вопроса здесь' }));
  expect(await part.findByRole('button', { name: '1:20 3. Разное' })).toHaveAttribute('aria-current', 'true');
  expect(part.getByText('Начало вопроса 3 отмечено: 1:20')).toBeVisible();
  const [row] = outbox.list();
  expect((row?.request.body as ProtocolUpdate | undefined)?.agenda?.[2]).toMatchObject({ evidence: { start: 80.2 } });
});

test('marking a question after it was mentioned says so', async () => {
  const { person } = open();
  const part = await openChapters(person);
  await person.selectOptions(part.getByRole('combobox', { name: 'Начинается вопрос' }), '1. О смете');
  goTo(50);
  await person.click(part.getByRole('button', { name: 'Начало вопроса здесь' }));
  expect(await part.findByText('Начало вопроса 1 отмечено: 0:50, но сказано о нём уже в 0:40')).toBeVisible();
});

test('a single decision keeps its moment when the beginning of its question is marked', async () => {
  const own = {
    id: 'a1',
    title: 'О смете',
    decision: 'Утвердить',
    evidence: { start: 61, end: 70, quote: 'утверждаем' },
  };
  const { person } = open({ agenda: [own], tasks: [] });
  const part = await openChapters(person);
  goTo(30);
  await person.click(part.getByRole('button', { name: 'Начало вопроса здесь' }));
  await waitFor(() => expect(outbox.list()).toHaveLength(1));
  expect((outbox.list()[0]?.request.body as ProtocolUpdate | undefined)?.agenda?.[0]).toMatchObject({
    evidence: { start: 30 },
    decisions: [{ text: 'Утвердить', evidence: own.evidence }],
  });
});

test('the chapters of a final protocol are read-only', async () => {
  const { person } = open({ stage: 'final', number: '5' });
  const part = await openChapters(person);
  expect(part.getAllByRole('button', { name: /^\d+:\d\d/ })).toHaveLength(2);
  expect(part.queryByRole('button', { name: 'Начало вопроса здесь' })).toBeNull();
});

test('a moment that the search has found opens the protocol there and plays', async () => {
  const { person, address } = open({}, '/main/protocols?search=смета');
  await person.click(await screen.findByRole('link', { name: 'Смотреть с 12:31: «Смету утвердили»' }));
  await waitFor(() => expect(play).toHaveBeenCalledOnce());
  expect(video().currentTime).toBe(751.2);
  await waitFor(() => expect(address()).toBe('/main/protocols/p1'));
});

test('where the browser blocks autoplay, one press plays the moment', async () => {
  play.mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'));
  const { person } = open({}, '/main/protocols/p1?at=751.2');
  const start = await screen.findByRole('button', { name: 'Смотреть с 12:31' });
  await waitFor(() => expect(start).toHaveFocus());
  play.mockImplementation(async () => {
    video().dispatchEvent(new Event('play'));
  });
  await person.keyboard('{Enter}');
  expect(play).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Смотреть с 12:31' })).toBeNull());
});

test('an address cached without its signature is not requested', async () => {
  const bare = { url: '/api/protocols/p1/video', poster_url: '/api/protocols/p1/video' };
  const { server } = open({ video: bare });
  const url = `${bare.url}?kind=playable&expires=99999999999999&signature=good`;
  const answer = {
    id: 'p1',
    stage: 'success_video_process',
    title: 'Планёрка',
    version: 1,
    agenda,
    tasks: [],
    members: [],
  };
  const videos = [bare, { url, poster_url: `${url}&poster` }];
  server.answers['GET /protocols/p1'] = () =>
    Response.json({ data: { ...answer, video: videos.length > 1 ? videos.shift() : videos[0] } });
  await waitFor(() => expect(video()).toHaveAttribute('src', url));
  await waitFor(() => expect(video()).toHaveAttribute('poster', `${url}&poster`));
});

test('on a narrow screen all tabs share one player', async () => {
  const { matchMedia } = window;
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: false });
  try {
    const { person } = open();
    await person.click(await screen.findByRole('tab', { name: 'Видео' }));
    const part = await openChapters(person);
    await person.click(part.getByRole('button', { name: /^0:12/ }));
    expect([video().currentTime, play.mock.calls.length]).toEqual([12.5, 1]);
    await person.keyboard('{Control>} {/Control}');
    expect(play).toHaveBeenCalledTimes(2);
    await person.click(screen.getByRole('tab', { name: 'Протокол' }));
    expect(video()).not.toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Показать запись с 1:01' }));
    expect(video().currentTime).toBe(61);
    expect(video()).toBeVisible();
  } finally {
    window.matchMedia = matchMedia;
  }
});

test('a moment beyond the end of a shorter recording is disabled and says why', async () => {
  open({ video: { url: '/api/protocols/p1/video?kind=playable', duration: 50 } });
  expect(await screen.findByRole('button', { name: 'Момента 1:01 нет: запись короче' })).toBeDisabled();
});
