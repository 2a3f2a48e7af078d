import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TranscriptUpdate } from '#contract/recordings/transcript.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { fakeServer, noConnection, pageOf } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

beforeEach(() => {
  // Without element sizes, as in jsdom, the list renders no lines, and nothing is played.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});
afterEach(forgetWrites);

const line = (id: string, start: number, text: string, speaker: string | null = null) => ({
  id,
  start,
  end: start + 2,
  text,
  speaker,
  keywords: [],
  edited_by: null,
});
const lines = [
  line('s1', 1, 'Начнём с бюджета', 'Спикер 1'),
  line('s2', 4, 'Смету утвердили', 'Спикер 2'),
  line('s3', 62, 'Поручили Иванову', 'Спикер 1'),
];

function open(change: object = {}, transcript: object = {}, address = '/main/protocols/p1') {
  signInAs('secretary');
  let segments = lines;
  const reply = () =>
    Response.json({
      data: {
        segments,
        speakers: [
          { name: 'Спикер 1', user_id: null },
          { name: 'Спикер 2', user_id: null },
        ],
        source: 'service',
        version: 3,
        draft: null,
        ...transcript,
      },
    });
  const server = fakeServer({
    'GET /health': () =>
      Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'versions', 'transcripts'] }),
    'GET /protocols/p1': () =>
      Response.json({
        data: {
          id: 'p1',
          stage: 'success_video_process',
          title: 'Планёрка',
          version: 1,
          agenda: [],
          tasks: [],
          members: [{ id: 'm1', member_id: 'u1', name: 'Иванов Сергей Петрович', kind: 'present' }],
          video: { url: '/api/protocols/p1/video?kind=playable', duration: 100 },
          ...change,
        },
      }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'GET /protocols/p1/transcript': reply,
    'PUT /protocols/p1/transcript': ({ body }) => {
      const edits = (body as TranscriptUpdate).segments ?? [];
      segments = segments.map((each) => ({ ...each, ...edits.find(({ id }) => id === each.id) })) as typeof lines;
      return reply();
    },
  });
  return { server, ...openApp(address) };
}

async function openTranscript(person: ReturnType<typeof open>['person']) {
  await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
  return screen.findByRole('region', { name: 'Строки расшифровки' });
}

const shownLines = () =>
  screen.getAllByRole('button', { name: /^\d+:\d\d/ }).map((each) => each.ariaLabel ?? each.getAttribute('aria-label'));
const video = () => document.querySelector('video') as HTMLVideoElement;

test('a click on a line plays its moment, and the line being played is marked', async () => {
  const { person } = open();
  const region = await openTranscript(person);
  expect(shownLines()).toEqual([
    '0:01, Спикер 1: Начнём с бюджета',
    '0:04, Спикер 2: Смету утвердили',
    '1:02, Спикер 1: Поручили Иванову',
  ]);
  await person.click(screen.getByRole('button', { name: /Смету утвердили/ }));
  expect(video().currentTime).toBe(4);
  act(() => {
    video().currentTime = 63;
    video().dispatchEvent(new Event('timeupdate'));
  });
  const current = within(region).getByRole('listitem', { current: true });
  expect(current).toHaveTextContent('Поручили Иванову');
});

test('a line found by the search is shown also without the recording', async () => {
  const { router } = open({ video: null }, {}, '/main/protocols/p1?at=5&show=transcript');
  const region = await screen.findByRole('region', { name: 'Строки расшифровки' });
  const current = await within(region).findByRole('listitem', { current: true });
  expect(current).toHaveTextContent('Смету утвердили');
  expect(router.state.location.search).toBe('');
});

test('a recording is recognised again only after a confirmation', async () => {
  const { person, server } = open();
  await openTranscript(person);
  server.answers['POST /protocols/p1/process-video'] = () => Response.json({ data: { stage: 'video_process' } });
  const sent = () => server.received.filter(({ path }) => path.endsWith('/process-video')).map(({ body }) => body);
  await person.click(screen.getByRole('button', { name: 'Повторить распознавание' }));
  const question = await screen.findByRole('alertdialog', { name: 'Распознать запись ещё раз?' });
  expect(sent()).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Распознать' }));
  await waitFor(() => expect(sent()).toEqual([{ repeat: 'transcript' }]));
});

test('the search matches Russian word forms and shows the number of lines found', async () => {
  const { person } = open();
  await openTranscript(person);
  await person.type(screen.getByRole('searchbox', { name: 'Поиск в расшифровке' }), 'утвердить смета');
  expect(await screen.findByText('Найдено: 1 строка')).toBeVisible();
  expect(shownLines()).toEqual(['0:04, Спикер 2: Смету утвердили']);
  await person.clear(screen.getByRole('searchbox', { name: 'Поиск в расшифровке' }));
  await person.type(screen.getByRole('searchbox', { name: 'Поиск в расшифровке' }), 'ремонт');
  expect(await screen.findByText('Таких слов в записи нет')).toBeVisible();
});

test('a line is corrected in place: Escape cancels, Enter saves, and only the change is sent', async () => {
  const { person, server } = open();
  await openTranscript(person);
  const edit = () => person.click(screen.getByRole('button', { name: 'Исправить строку 0:04' }));
  await edit();
  await person.type(screen.getByRole('textbox', { name: /Слова/ }), ' вчера{Escape}');
  expect(shownLines()[1]).toBe('0:04, Спикер 2: Смету утвердили');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Исправить строку 0:04' })).toHaveFocus());
  await edit();
  await person.type(screen.getByRole('textbox', { name: /Слова/ }), ' вчера{Enter}');
  expect(await screen.findByRole('button', { name: '0:04, Спикер 2: Смету утвердили вчера' })).toBeVisible();
  await waitFor(() =>
    expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({
      segments: [{ id: 's2', text: 'Смету утвердили вчера', before: { text: 'Смету утвердили' } }],
    }),
  );
});

test('Enter on «Отмена» leaves the line as it was', async () => {
  const { person, server } = open();
  await openTranscript(person);
  await person.click(screen.getByRole('button', { name: 'Исправить строку 0:04' }));
  await person.type(await screen.findByRole('textbox', { name: /Слова/ }), ' вчера');
  screen.getByRole('button', { name: 'Отмена' }).focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Слова/ })).toBeNull());
  expect(shownLines()[1]).toBe('0:04, Спикер 2: Смету утвердили');
  expect(server.received.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('text typed in a line is restored if the page was left before it was saved', async () => {
  const first = open();
  await openTranscript(first.person);
  await first.person.click(screen.getByRole('button', { name: 'Исправить строку 0:04' }));
  await first.person.type(await screen.findByRole('textbox', { name: /Слова/ }), ' вчера');
  first.unmount();
  const { person, server } = open();
  await openTranscript(person);
  expect(await screen.findByRole('textbox', { name: 'Слова, 0:04' })).toHaveValue('Смету утвердили вчера');
  expect(screen.getByText(/^Восстановлен несохранённый текст, набранный в \d/)).toBeVisible();
  // It is not lost by the change to the next stage either.
  await person.click(screen.getByRole('button', { name: 'Завершить' }));
  expect(await screen.findByText(/Есть несохранённый текст/)).toBeVisible();
  await person.type(screen.getByRole('textbox', { name: /Слова/ }), '{Enter}');
  await waitFor(() =>
    expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({
      segments: [{ id: 's2', text: 'Смету утвердили вчера', before: { text: 'Смету утвердили' } }],
    }),
  );
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Слова/ })).toBeNull());
  expect(Object.keys(localStorage).filter((name) => name.startsWith('line-'))).toEqual([]);
});

test("a line left for another keeps its typed text, and another tab's draft appears only once that tab is gone", async () => {
  const { person } = open();
  await openTranscript(person);
  const words = () => screen.findByRole('textbox', { name: /Слова/ });
  const other = {
    ...{ id: 's2', savedAt: '2036-11-20T10:00:00Z', text: 'Смету утвердили завтра', speaker: 'Спикер 2' },
    before: { text: 'Смету утвердили', speaker: 'Спикер 2' },
  };
  const name = 'line-draft:7:p1:s2:by-other';
  localStorage.setItem(name, JSON.stringify(other));
  const gone = Promise.withResolvers<void>();
  void navigator.locks.request(name, () => gone.promise);
  await person.click(screen.getByRole('button', { name: 'Исправить строку 0:04' }));
  expect(await words()).toHaveValue('Смету утвердили');
  await person.type(await words(), ' вчера');
  await person.click(screen.getByRole('button', { name: 'Исправить строку 0:01' }));
  expect(await words()).not.toHaveValue('Смету утвердили вчера');
  await person.click(screen.getByRole('button', { name: 'Исправить строку 0:04' }));
  expect(await words()).toHaveValue('Смету утвердили вчера');
  await person.type(await words(), '{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Слова/ })).toBeNull());
  expect(localStorage.getItem(name)).toBe(JSON.stringify(other));
  gone.resolve();
  expect(await words()).toHaveValue('Смету утвердили завтра');
});

test('offline a correction is shown at once and queued', async () => {
  const { person, server } = open();
  await openTranscript(person);
  for (const call of ['PUT /protocols/p1/transcript', 'GET /health']) server.answers[call] = noConnection;
  await person.click(screen.getByRole('button', { name: 'Исправить строку 0:01' }));
  await person.type(await screen.findByRole('textbox', { name: /Слова/ }), ', коллеги{Enter}');
  expect(await screen.findByRole('button', { name: /Начнём с бюджета, коллеги/ })).toBeVisible();
  expect(await screen.findByText(/ожидает отправки/i)).toBeVisible();
  expect(outbox.list()).toHaveLength(1);
});

describe('a line that somebody else has corrected meanwhile', () => {
  const theirs = { ...line('s2', 4, 'Смету согласовали', 'Спикер 2'), edited_by: 'u9' };

  async function meetThem() {
    const opened = open();
    const { person, server } = opened;
    const put = server.answers['PUT /protocols/p1/transcript'];
    server.answers['PUT /protocols/p1/transcript'] = () =>
      Response.json(
        {
          message: 'Расшифровку изменили в другом месте',
          code: 'version_conflict',
          data: { segments: [theirs], version: 4 },
        },
        { status: 409 },
      );
    await openTranscript(person);
    await person.click(screen.getByRole('button', { name: 'Исправить строку 0:04' }));
    await person.type(await screen.findByRole('textbox', { name: /Слова/ }), ' вчера{Enter}');
    const choice = within(await screen.findByRole('form', { name: 'Строку 0:04 исправили в другом месте' }));
    expect(choice.getByText('Смету согласовали')).toBeVisible();
    expect(choice.getByRole('textbox', { name: 'Моя правка' })).toHaveValue('Смету утвердили вчера');
    const sent = () => server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    return {
      ...opened,
      choice,
      sent,
      restore: () => put && Object.assign(server.answers, { 'PUT /protocols/p1/transcript': put }),
    };
  }

  test("one's own text can be edited, and is saved over theirs", async () => {
    const { person, choice, sent, restore } = await meetThem();
    restore();
    await person.type(choice.getByRole('textbox', { name: 'Моя правка' }), ' и согласовали');
    await person.click(choice.getByRole('button', { name: 'Сохранить мою' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: /исправили в другом месте/ })).toBeNull());
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({
      segments: [{ id: 's2', text: 'Смету утвердили вчера и согласовали', before: { text: 'Смету согласовали' } }],
    });
    await waitFor(() => expect(outbox.list()).toEqual([]));
  });

  test('theirs stays when the person gives up their own', async () => {
    const { person, choice, sent } = await meetThem();
    await person.click(choice.getByRole('button', { name: 'Оставить как на сервере' }));
    await waitFor(() => expect(outbox.list()).toEqual([]));
    expect(sent()).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Исправить строку 0:04' })).toHaveFocus());
  });

  test('resolving the conflict keeps what is being typed in another line', async () => {
    const { person, choice } = await meetThem();
    await person.click(screen.getByRole('button', { name: 'Исправить строку 0:01' }));
    const field = screen.getByRole('textbox', { name: 'Слова, 0:01' });
    await person.type(field, ', коллеги');
    await person.click(choice.getByRole('button', { name: 'Оставить как на сервере' }));
    await waitFor(() => expect(outbox.list()).toEqual([]));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Исправить строку 0:04' })).toHaveFocus());
    expect(field).toBeVisible();
    expect(field).toHaveValue('Начнём с бюджета, коллеги');
    await person.type(field, '{Escape}');
  });

  test('the queue leads to the same choice', async () => {
    const { address, router } = await meetThem();
    const [row] = outbox.list();
    await act(() => router.navigate(`/main/protocols/p1?write=${row?.id}`));
    const kept = within(await screen.findByRole('region', { name: 'Строка расшифровки «Смету утвердили вчера»' }));
    expect(kept.getByRole('textbox', { name: 'Моя правка' })).toHaveValue('Смету утвердили вчера');
    expect(address()).toContain('write=');
  });
});

test('a speaker is named in all their lines at once and linked to a member', async () => {
  const { person, server } = open();
  await openTranscript(person);
  await person.click(screen.getByRole('button', { name: 'Кто говорит' }));
  const voice = within(await screen.findByRole('group', { name: /^Спикер 1, 2.строки/ }));
  await person.selectOptions(voice.getByRole('combobox', { name: 'Участник' }), 'Иванов Сергей Петрович');
  expect(voice.getByRole('textbox', { name: 'Имя' })).toHaveValue('Иванов Сергей Петрович');
  await person.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({
      rename: [{ from: 'Спикер 1', to: 'Иванов Сергей Петрович', user_id: 'u1' }],
    }),
  );
});

test('naming a speaker whom somebody else has named meanwhile is a conflict, resolved by choosing a present speaker', async () => {
  const { person, server, router } = open();
  const put = server.answers['PUT /protocols/p1/transcript'];
  const current = lines.map((each) => ({ ...each, speaker: each.speaker === 'Спикер 1' ? 'Иванов' : each.speaker }));
  server.answers['PUT /protocols/p1/transcript'] = () =>
    Response.json({ message: 'Изменили', code: 'version_conflict', data: { segments: current } }, { status: 409 });
  await openTranscript(person);
  await person.click(screen.getByRole('button', { name: 'Кто говорит' }));
  const voice = within(await screen.findByRole('group', { name: /^Спикер 1/ }));
  await person.clear(voice.getByRole('textbox', { name: 'Имя' }));
  await person.type(voice.getByRole('textbox', { name: 'Имя' }), 'Петров{Enter}');
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('conflict'));
  if (put) server.answers['PUT /protocols/p1/transcript'] = put;
  await act(() => router.navigate(`/main/protocols/p1?write=${outbox.list()[0]?.id}`));
  const form = within(
    await screen.findByRole('form', { name: 'Голоса «Спикер 1» больше нет: его назвали в другом месте' }),
  );
  const choice = form.getByRole('combobox', { name: 'Кому дать имя «Петров»' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent?.replace(/\s/g, ' ')),
  ).toEqual(['Не выбран', 'Иванов, 2 строки: «Начнём с бюджета»', 'Спикер 2, 1 строка: «Смету утвердили»']);
  await person.click(form.getByRole('button', { name: 'Сохранить моё имя' }));
  expect(choice).toHaveAccessibleDescription('Выберите голос или оставьте имя с сервера');
  await person.selectOptions(choice, choice.querySelectorAll('option')[1] as HTMLOptionElement);
  await person.click(form.getByRole('button', { name: 'Сохранить моё имя' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const sent = server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent[1]).toEqual({ rename: [{ from: 'Иванов', to: 'Петров', user_id: null }] });
});

test('the speaker of several lines is set at once', async () => {
  const { person, server } = open();
  await openTranscript(person);
  await person.click(await screen.findByRole('button', { name: 'В протокол: строка 0:01' }));
  await person.click(await screen.findByRole('button', { name: 'В протокол: строка 0:04' }));
  const bar = within(screen.getByRole('region', { name: 'Выбранные строки' }));
  await person.click(bar.getByRole('button', { name: 'Назвать говорящего' }));
  // The lines have two speakers: neither is offered for both.
  expect(bar.getByLabelText('Говорит')).toHaveValue('');
  await person.keyboard('Иванов Сергей Петрович{Enter}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Выбранные строки' })).toBeNull());
  const speaker = 'Иванов Сергей Петрович';
  await waitFor(() =>
    expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({
      segments: [
        { id: 's1', speaker, before: { speaker: 'Спикер 1' } },
        { id: 's2', speaker, before: { speaker: 'Спикер 2' } },
      ],
    }),
  );
});

test('selecting lines found by a search leaves out the hidden lines between them', async () => {
  const segments = [
    line('s1', 1, 'Начнём с бюджета', 'Спикер 1'),
    line('s2', 4, 'Погода хорошая', 'Спикер 2'),
    line('s3', 62, 'Бюджет утвердили', 'Спикер 1'),
  ];
  const { person, server } = open({}, { segments });
  await openTranscript(person);
  const search = screen.getByRole('searchbox', { name: 'Поиск в расшифровке' });
  await person.type(search, 'бюджет');
  await screen.findByText(/^Найдено: 2/);
  await person.click(screen.getByRole('button', { name: 'В протокол: строка 0:01' }));
  await person.click(await screen.findByRole('button', { name: 'В протокол: строка 1:02' }));
  // They stay the chosen ones when all lines are shown again.
  await person.clear(search);
  await screen.findByRole('button', { name: 'В протокол: строка 0:04' });
  const bar = within(screen.getByRole('region', { name: 'Выбранные строки' }));
  await person.click(bar.getByRole('button', { name: 'Назвать говорящего' }));
  await person.clear(await bar.findByLabelText('Говорит'));
  await person.keyboard('Анна{Enter}');
  const edited = () =>
    (server.received.find(({ method }) => method === 'PUT')?.body as TranscriptUpdate | undefined)?.segments;
  await waitFor(() => expect(edited()?.map(({ id }) => id)).toEqual(['s1', 's3']));
});

test('selecting a line stops the list from following the recording, and offers to return to it', async () => {
  const { person } = open();
  await openTranscript(person);
  act(() => {
    video().currentTime = 63;
    video().dispatchEvent(new Event('timeupdate'));
  });
  expect(screen.queryByRole('button', { name: 'К текущему месту' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'В протокол: строка 0:01' }));
  expect(screen.getByRole('button', { name: 'К текущему месту' })).toBeVisible();
});

test('clearing the selection returns the focus to the line, however far the list was scrolled', async () => {
  const segments = Array.from({ length: 80 }, (_, index) => line(`s${index}`, index * 3 + 1, 'Слова'));
  const { person } = open({}, { segments });
  const region = await openTranscript(person);
  await person.click(screen.getByRole('button', { name: 'В протокол: строка 0:01' }));
  act(() => screen.getByRole('button', { name: 'Снять выбор' }).focus());
  act(() => {
    region.scrollTop = 3_000;
    region.dispatchEvent(new Event('scroll'));
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'В протокол: строка 0:04' })).toBeNull());
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'В протокол: строка 0:01' })).toHaveFocus());
});

test('the draft of a new run can be viewed, then taken', async () => {
  const draft = { segments: [line('d1', 2, 'Новая строка')], source: 'service', created_at: '2026-11-21T10:00:00Z' };
  const { person, server } = open({}, { draft });
  await openTranscript(person);
  await person.click(screen.getByRole('button', { name: 'Показать новую' }));
  expect(shownLines()).toEqual(['0:02: Новая строка']);
  expect(screen.queryByRole('button', { name: /Исправить строку/ })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Показать мою' }));
  expect(shownLines()).toHaveLength(3);
  await person.click(screen.getByRole('button', { name: 'Взять новую целиком' }));
  await waitFor(() =>
    expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({ draft: 'take', version: 3 }),
  );
});

test('an incomplete draft can be viewed, but not taken', async () => {
  const draft = { segments: [line('d1', 2, 'Новая строка')], source: 'service' };
  const { person } = open({ processing: [{ step: 'transcript', state: 'failed', error: 'Нет места' }] }, { draft });
  await openTranscript(person);
  expect(screen.getByText(/Новая расшифровка готова не вся, 1 строка\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Показать новую' })).toBeVisible();
  for (const name of ['Взять новую целиком', 'Сравнить']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an attached subtitle file is not called incomplete, even after a failed recognition', async () => {
  const { person } = open(
    { processing: [{ step: 'transcript', state: 'failed', error: 'Нет места' }] },
    { source: 'file' },
  );
  await openTranscript(person);
  expect(screen.queryByText(/Распознано не всё/)).toBeNull();
});

test("the draft is compared with one's own lines, differences marked, and taken part by part", async () => {
  const segments = [
    line('d1', 1, 'Начнём с бюджета'),
    line('d2', 4, 'Смету согласовали'),
    line('d3', 62, 'Поручили Иванову смету'),
  ];
  const { person, server } = open({}, { draft: { segments, source: 'service' } });
  await openTranscript(person);
  await person.click(screen.getByRole('button', { name: 'Сравнить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Сравнение расшифровок' }));
  expect(dialog.getByText('2 отличия')).toBeVisible();
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
  expect(dialog.getAllByRole('mark').map(({ textContent }) => textContent)).toEqual([
    'утвердили',
    'согласовали',
    'смету',
  ]);
  await person.click(dialog.getByRole('checkbox', { name: 'Показать и то, что совпадает' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(3);
  await person.click(dialog.getByRole('button', { name: 'Взять новую: 0:04' }));
  await waitFor(() =>
    expect(server.received.find(({ method }) => method === 'PUT')?.body).toEqual({
      segments: [{ id: 's2', text: 'Смету согласовали', before: { text: 'Смету утвердили' } }],
    }),
  );
  expect(await dialog.findByText('1 отличие')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Взять новую: 1:02' }));
  expect(await dialog.findByText('Отличий нет: новую расшифровку можно убрать.')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Закрыть' }));
  expect(shownLines()[2]).toBe('1:02, Спикер 1: Поручили Иванову смету');
});

test('of several lines taken at once, those that somebody else has corrected need a choice', async () => {
  const segments = [
    line('d1', 1, 'Начнём со сметы'),
    line('d2', 4, 'Смету согласовали'),
    line('d3', 62, lines[2]?.text ?? ''),
  ];
  const { person, server, router } = open({}, { draft: { segments, source: 'service' } });
  const put = server.answers['PUT /protocols/p1/transcript'];
  const current = [line('s1', 1, 'Начнём с плана', 'Спикер 1'), lines[1]];
  server.answers['PUT /protocols/p1/transcript'] = () =>
    Response.json({ message: 'Изменили', code: 'version_conflict', data: { segments: current } }, { status: 409 });
  await openTranscript(person);
  await person.click(screen.getByRole('button', { name: 'Сравнить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Сравнение расшифровок' }));
  await person.click(dialog.getByRole('button', { name: 'Взять все отличия' }));
  await waitFor(() => expect(outbox.list()[0]?.state).toBe('conflict'));
  await person.click(dialog.getByRole('button', { name: 'Закрыть' }));
  if (put) server.answers['PUT /protocols/p1/transcript'] = put;
  await act(() => router.navigate(`/main/protocols/p1?write=${outbox.list()[0]?.id}`));
  const choice = within(await screen.findByRole('region', { name: 'Эти строки исправили и в другом месте' }));
  expect(choice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '0:01На сервере: Спикер 1: Начнём с планаМоя правка: Спикер 1: Начнём со сметы',
  ]);
  await person.click(choice.getByRole('button', { name: 'Оставить эти строки как на сервере' }));
  await waitFor(() => expect(outbox.list()).toEqual([]));
  const sent = server.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent[1]).toEqual({
    segments: [{ id: 's2', text: 'Смету согласовали', before: { text: 'Смету утвердили' } }],
  });
});

test('the transcript of a final protocol is read-only', async () => {
  const { person } = open({ stage: 'final', number: '5' });
  await openTranscript(person);
  expect(shownLines()).toHaveLength(3);
  for (const name of [/Исправить строку/, 'Кто говорит']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('arrow keys move from line to line, and Enter plays the focused line', async () => {
  const { person } = open();
  await openTranscript(person);
  act(() => screen.getByRole('button', { name: /Начнём с бюджета/ }).focus());
  await person.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('button', { name: /^1:02/ })).toHaveFocus();
  await person.keyboard('{Enter}');
  expect(video().currentTime).toBe(62);
  await person.keyboard('{ArrowDown}{ArrowUp}');
  expect(screen.getByRole('button', { name: /^0:04/ })).toHaveFocus();
});

test('Space on the file button does not start the player', async () => {
  const { person } = open();
  await openTranscript(person);
  act(() => screen.getByLabelText('Заменить файлом субтитров').focus());
  await person.keyboard(' ');
  expect(video().play).not.toHaveBeenCalled();
});

test('the player has a speed, steps, and keys that work in the transcript', async () => {
  const { person } = open();
  const region = await openTranscript(person);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Скорость' }), '1,5×');
  expect(video().playbackRate).toBe(1.5);
  await person.click(screen.getByRole('button', { name: 'Вперёд на 10 секунд' }));
  expect(video().currentTime).toBe(10);
  act(() => region.focus());
  await person.keyboard('{ArrowRight}');
  expect(video().currentTime).toBe(15);
  await person.keyboard(' ');
  expect(video().play).toHaveBeenCalledTimes(1);
  await person.click(screen.getByRole('button', { name: 'Исправить строку 0:01' }));
  await person.keyboard(' {Control>} {/Control}');
  expect(screen.getByRole('textbox', { name: /Слова/ })).toHaveValue('Начнём с бюджета ');
  expect(video().play).toHaveBeenCalledTimes(2);
});
