import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  isUploadTo,
  useProtocolUpload,
  useProtocolUploads,
  useUploadNotes,
  useUploadProgress,
} from '#src/data/recording/index.ts';
import { openQueue } from '#src/features/queue/index.ts';
import { outbox } from '#src/sync/page/outbox.ts';
import { UploadError } from '#src/sync/uploads/upload-error.ts';
import type { UploadView } from '#src/sync/uploads/upload-view.ts';
import { endUndo } from './support/end-undo.ts';
import { fakeServer, noConnection, ourHealth, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

const queue = vi.hoisted(() => ({
  views: [] as readonly object[],
  listeners: new Set<() => void>(),
  stages: new Set<(change: object) => void>(),
  commands: [] as unknown[][],
  add: async (..._given: unknown[]): Promise<string> => 'x',
}));

vi.mock('#src/sync/page/uploads.ts', () => {
  const note = (name: string) => async (id: string) => void queue.commands.push([name, id]);
  const listen =
    <T,>(listeners: Set<T>) =>
    (listener: T) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
  return {
    uploads: {
      list: () => queue.views,
      isRead: () => true,
      subscribe: listen(queue.listeners),
      onStage: listen(queue.stages),
      add: (...given: unknown[]) => queue.add(...given),
      pause: note('pause'),
      resume: note('resume'),
      retry: note('retry'),
      cancel: note('cancel'),
      pickAgain: async () => 'different',
      start: async () => undefined,
      waitForDeletion: (id: string) => void queue.commands.push(['waitForDeletion', id]),
      wake: () => void queue.commands.push(['wake']),
      stop: () => undefined,
    },
  };
});

const mib = 1024 ** 2;
const upload: UploadView = {
  id: 'up',
  uploadId: 'u1',
  protocolId: 'p1',
  name: 'budget-20-11.mp4',
  size: 980 * mib,
  state: 'uploading',
  acknowledgedBytes: 408 * mib,
  sentBytes: 412 * mib,
  acknowledgedChunks: 52,
  totalChunks: 123,
  bytesPerSecond: 3.1 * mib,
  secondsLeft: 170,
  staged: false,
  keepTabOpen: false,
};

function show(...views: UploadView[]) {
  act(() => {
    queue.views = views;
    for (const listener of queue.listeners) listener();
  });
}

function open(address = '/main/protocols/p1') {
  signInAs('secretary');
  const row = { id: 'p1', stage: 'no_video', title: 'Совещание по бюджету', members: [], tasks: [] };
  const server = fakeServer({
    'GET /health': ourHealth,
    'GET /protocols/p1': () => Response.json({ data: row }),
    'GET /protocols': () => pageOf([row]),
  });
  return { server, ...openApp(address) };
}

beforeEach(() => {
  queue.views = [];
  queue.commands = [];
  queue.add = async () => 'up';
});

test('a chosen file is queued at once', async () => {
  const given: unknown[][] = [];
  queue.add = async (...args) => {
    given.push(args);
    return 'up';
  };
  const { person } = open();
  const file = new File(['видео'], 'встреча.mp4', { type: 'video/mp4' });
  await person.upload(await screen.findByLabelText('Выбрать видео'), file);
  expect(given).toEqual([['p1', file, { mayWait: false, isAppendConfirmed: false }]]);
});

test('a file that is refused says why, and another may be chosen', async () => {
  queue.add = async () => {
    throw new UploadError('empty_file');
  };
  const { person } = open();
  await person.upload(await screen.findByLabelText('Выбрать видео'), new File([], 'пусто.mp4', { type: 'video/mp4' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Файл пуст. Выберите другой файл.');
  expect(screen.getByLabelText('Выбрать видео')).toBeEnabled();
});

test('a running upload blocks finishing; the check leads to it', async () => {
  const { person } = open();
  await screen.findByLabelText('Выбрать видео');
  show(upload);
  await person.click(screen.getByRole('button', { name: 'Завершить' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Завершить протокол?' }));
  expect(question.getByRole('button', { name: 'Завершить' })).toHaveAccessibleDescription(
    'Сначала нужно решить то, что мешает.',
  );
  await person.click(question.getByRole('button', { name: 'Видео ещё не загружено целиком' }));
  const video = screen.getByRole('region', { name: 'Загрузка видео' });
  await waitFor(() => expect(video).toContainElement(document.activeElement as HTMLElement));
});

test('a running upload has words beside its bar, and can be paused', async () => {
  const { person } = open();
  await screen.findByLabelText('Выбрать видео');
  show(upload);
  const region = screen.getByRole('region', { name: 'Загрузка видео' });
  expect(within(region).getByRole('progressbar', { name: 'budget-20-11.mp4' })).toHaveAttribute('aria-valuenow', '42');
  expect(region).toHaveTextContent('412 из 980 МБ');
  expect(region).toHaveTextContent('3,1 МБ/с · осталось 3 мин · часть 53 из 123');
  expect(screen.queryByLabelText('Выбрать видео')).toBeNull();
  await person.click(within(region).getByRole('button', { name: 'Пауза' }));
  expect(queue.commands).toEqual([['pause', 'up']]);
});

test('pausing and resuming is one button, which keeps the focus', async () => {
  const { person } = open();
  await screen.findByLabelText('Выбрать видео');
  show(upload);
  const pause = screen.getByRole('button', { name: 'Пауза' });
  pause.focus();
  await person.keyboard('{Enter}');
  show({ ...upload, state: 'paused' });
  expect(screen.getByRole('button', { name: 'Продолжить' })).toHaveFocus();
  await person.keyboard('{Enter}');
  show({ ...upload, state: 'queued' });
  expect(screen.getByRole('button', { name: 'Пауза' })).toHaveFocus();
  expect(queue.commands).toEqual([
    ['pause', 'up'],
    ['resume', 'up'],
  ]);
});

test('an upload that is tried again keeps the focus in its place', async () => {
  const { person } = open();
  await screen.findByLabelText('Выбрать видео');
  show({ ...upload, state: 'failed', error: { code: 'x', message: 'Данные портятся по пути.' } });
  screen.getByRole('button', { name: 'Повторить' }).focus();
  await person.keyboard('{Enter}');
  show({ ...upload, state: 'queued' });
  const region = screen.getByRole('region', { name: 'Загрузка видео' });
  expect(region).toContainElement(document.activeElement as HTMLElement);
});

test.each([
  [{ state: 'paused' }, 'Пауза · часть 53 из 123', 'Продолжить', 'resume'],
  [
    { state: 'failed', error: { code: 'x', message: 'Данные портятся по пути.' } },
    'Данные портятся',
    'Повторить',
    'retry',
  ],
  [{ state: 'wait-net', staged: true }, 'продолжится само, файл сохранён на устройстве', 'Пауза', 'pause'],
] as const)('%j', async (change, words, button, command) => {
  const { person } = open();
  await screen.findByLabelText('Выбрать видео');
  show({ ...upload, ...change });
  expect(screen.getByRole('region', { name: 'Загрузка видео' })).toHaveTextContent(words);
  await person.click(screen.getByRole('button', { name: button }));
  expect(queue.commands).toEqual([[command, 'up']]);
});

test('a lost file is requested again, and another one is rejected', async () => {
  const { person } = open();
  await screen.findByLabelText('Выбрать видео');
  show({ ...upload, state: 'needs-file', error: { code: 'needs_file', message: 'Выберите тот же файл.' } });
  await person.upload(
    screen.getByLabelText('Выбрать файл снова'),
    new File(['x'], 'другой.mp4', { type: 'video/mp4' }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Это другой файл');
});

test('cancelling asks first', async () => {
  const { person } = open();
  await screen.findByLabelText('Выбрать видео');
  show(upload);
  await person.click(screen.getByRole('button', { name: 'Отменить' }));
  const question = await screen.findByRole('alertdialog', { name: 'Отменить загрузку?' });
  expect(queue.commands).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Отменить загрузку' }));
  expect(queue.commands).toEqual([['cancel', 'up']]);
});

describe('upload to a protocol that is deleted offline', () => {
  afterEach(forgetWrites);

  async function deleteOffline() {
    const app = open('/main/protocols');
    const { person, server } = app;
    await person.click(await screen.findByRole('button', { name: 'Действия: Совещание по бюджету' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
    show(upload);
    const question = await screen.findByRole('alertdialog', { name: 'Удалить протокол?' });
    expect(question).toHaveTextContent('которое ещё загружается');
    Object.assign(server.answers, { 'DELETE /protocols/p1': noConnection, 'GET /health': noConnection });
    await person.click(within(question).getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Протокол удалён')).toBeVisible();
    expect(queue.commands).toEqual([['waitForDeletion', 'up']]);
    await endUndo();
    show({ ...upload, state: 'wait-server' });
    return app;
  }

  test('the video waits, and goes on when the deletion is undone', async () => {
    const { person } = await deleteOffline();
    await act(async () => openQueue());
    await person.click(await screen.findByRole('button', { name: 'Не удалять' }));
    const question = await screen.findByRole('alertdialog', { name: 'Отменить удаление?' });
    await person.click(within(question).getByRole('button', { name: 'Не удалять' }));
    await waitFor(() => expect(queue.commands).toEqual([['waitForDeletion', 'up'], ['wake']]));
    expect(outbox.list()).toEqual([]);
  });

  test('the video is cancelled once the server took the deletion', async () => {
    const { server } = await deleteOffline();
    Object.assign(server.answers, {
      'GET /health': ourHealth,
      'DELETE /protocols/p1': () => new Response(null, { status: 204 }),
      'GET /protocols': () => pageOf([]),
    });
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(queue.commands).toEqual([['waitForDeletion', 'up'], ['cancel', 'up'], ['wake']]));
  });

  test('the video goes on when the server refuses the deletion', async () => {
    const { server } = await deleteOffline();
    Object.assign(server.answers, {
      'GET /health': ourHealth,
      'DELETE /protocols/p1': () => refuse(409, 'final_read_only', 'Протокол уже итоговый'),
    });
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(outbox.list()).toMatchObject([{ state: 'failed' }]));
    await waitFor(() => expect(queue.commands).toEqual([['waitForDeletion', 'up'], ['wake']]));
  });
});

test('the stages that an upload brings are shown at once, on the protocol and in the list, and told once', async () => {
  const { person } = open('/main/protocols');
  await screen.findByRole('link', { name: 'Совещание по бюджету' });
  await waitFor(() => expect(queue.stages.size).toBeGreaterThan(0));
  show(upload);
  expect(screen.getByRole('row', { name: /Совещание/ })).toHaveTextContent('Видео загружается: 412 из 980 МБ');
  const bring = (stage: string) =>
    act(async () => {
      for (const listener of queue.stages) listener({ protocolId: 'p1', stage });
    });
  await bring('video_uploaded');
  await waitFor(() => expect(screen.getByRole('row', { name: /Совещание/ })).toHaveTextContent('Видео загружено'));
  expect(screen.getByRole('button', { name: /^Видео загружено/ })).toHaveTextContent('Совещание по бюджету');
  await bring('video_process');
  await waitFor(() => expect(screen.getByRole('row', { name: /Совещание/ })).toHaveTextContent('Обрабатывается'));
  await person.click(screen.getByRole('link', { name: 'Главная' }));
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Очередь отправки' })).toHaveTextContent('budget-20-11.mp4'),
  );
});

test('a paused video belongs to its protocol, also once a provider has assigned that another id', () => {
  const view = { id: 'u1', protocolId: 'made-here', state: 'paused', size: 8, sentBytes: 4 } as UploadView;
  queue.views = [view];
  // The uploads are drawn before the outbox has read which ids were changed.
  let isKnown = false;
  const listeners = new Set<Parameters<typeof outbox.subscribe>[0]>();
  vi.spyOn(outbox, 'currentId').mockImplementation((id) => (isKnown && id === 'made-here' ? '77' : id));
  vi.spyOn(outbox, 'subscribe').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  const { result } = renderHook(() => ({
    last: useProtocolUpload('77'),
    every: useProtocolUploads('77'),
    notes: [...useUploadNotes().keys()],
    progress: [...useUploadProgress()],
  }));
  expect(result.current).toMatchObject({ last: undefined, every: [], notes: ['made-here'] });
  isKnown = true;
  act(() => {
    for (const tell of listeners) tell({ shown: [] }, { shown: [] });
  });
  const known = { ...view, protocolId: '77' };
  expect(result.current).toEqual({ last: known, every: [known], notes: ['77'], progress: [['77', 0.5]] });
  expect([isUploadTo(view, '77'), isUploadTo(view, '78')]).toEqual([true, false]);
});
