import { act, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { UploadItem } from '#src/features/queue/index.ts';
import { session } from '#src/sync/page/session.ts';
import { store } from '#src/sync/page/store.ts';
import { newRow } from '#src/sync/uploads/finish-recording.ts';
import type { UploadView } from '#src/sync/uploads/upload-view.ts';
import { fakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import { keepRows } from './support/queue.ts';

const mib = 1024 ** 2;
let visits = 300;
let granted = false;
const persist = vi.fn(async () => granted);
const estimate = vi.fn();

function stubStorage(free: number): void {
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: {
      estimate: estimate.mockImplementation(async () => ({ usage: 24 * mib, quota: 24 * mib + free })),
      persisted: async () => granted,
      persist,
    },
  });
}

async function open({ queued = false } = {}) {
  visits += 1;
  const userId = String(visits);
  stubStorage(1000 * mib);
  fakeServer({
    'GET /me': () => Response.json({ data: { id: userId, role: 'secretary', name: 'Петрова Анна' } }),
    'POST /keywords': () => new Promise<Response>(() => undefined),
  });
  if (queued) {
    await keepRows(userId, [{ title: 'одно', state: 'failed', fault: null }]);
    const file = new File([new Uint8Array(8)], 'совет.mp4', { type: 'video/mp4' });
    const row = newRow(file, { id: `v${userId}`, ownerId: userId, protocolId: 'p1', chunkSize: 4 * mib, now: 0 });
    await store.putUpload({ ...row, size: 10 * mib, total: 3, hashes: [null, null, null], state: 'paused' });
    // The first whole chunk, and the last one of 2 MiB.
    for (const index of [0, 2]) {
      await store.putChunk({ uploadId: row.id, index, blob: new Blob(['x']), sha256: 'x' });
    }
  }
  await session.save({ token: 'good', role: 'secretary', userId });
  return openApp('/main/settings');
}

beforeEach(() => {
  granted = false;
  persist.mockClear();
  estimate.mockClear();
});

const card = async () => within(await screen.findByRole('region', { name: 'Память устройства' }));

test('shows how much is used, and by what', async () => {
  await open({ queued: true });
  const memory = await card();
  expect(await memory.findByText('24 МБ из 1 ГБ')).toBeVisible();
  const shares = () =>
    memory.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  await waitFor(() => expect(shares()[0]).toBe('Видео, которые ждут отправки: 6\u00A0МБ'));
  await waitFor(() => expect(shares()[1]).toMatch(/^Неотправленные изменения: \d+\u00A0Б$/));
  expect(shares()[2]).toBe('Приложение и прочитанные данные: 18\u00A0МБ');
});

test('the browser is asked to protect the data, and its answer is shown', async () => {
  const { person } = await open();
  const memory = await card();
  expect(await memory.findByText(/^Браузер может очистить эти данные/)).toBeVisible();
  await person.click(memory.getByRole('button', { name: 'Защитить от очистки' }));
  expect(await memory.findByText(/^Браузер пока не согласился/)).toBeVisible();
  granted = true;
  await person.click(memory.getByRole('button', { name: 'Защитить от очистки' }));
  expect(await memory.findByText(/^Данные защищены от очистки/)).toBeVisible();
  expect(memory.queryByRole('button')).toBeNull();
});

const video: UploadView = {
  id: 'video',
  uploadId: 'u1',
  protocolId: 'p1',
  name: 'совет.mp4',
  size: 100 * mib,
  state: 'uploading',
  acknowledgedBytes: 0,
  sentBytes: 0,
  acknowledgedChunks: 0,
  totalChunks: 13,
  bytesPerSecond: 0,
  secondsLeft: null,
  staged: false,
  keepTabOpen: false,
};

test('a brief state is not shown, a lasting one is', () => {
  vi.useFakeTimers();
  const { rerender } = render(<UploadItem upload={{ ...video, state: 'queued' }} />);
  expect(screen.getByText('часть 1 из 13')).toBeVisible();
  act(() => vi.advanceTimersByTime(300));
  rerender(<UploadItem upload={{ ...video, state: 'syncing' }} />);
  act(() => vi.advanceTimersByTime(599));
  expect(screen.getByText('часть 1 из 13')).toBeVisible();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText('Сверяется с сервером')).toBeVisible();
  rerender(<UploadItem upload={{ ...video, state: 'wait-net' }} />);
  expect(screen.getByText(/^Нет подключения/)).toBeVisible();
  vi.useRealTimers();
});

test.each([
  [900, false],
  [120, true],
])('with %i MiB left a warning is shown for a video of 100 MiB: %s', async (left, isWarned) => {
  stubStorage(left * mib);
  const upload = { ...video, id: `tight${left}` };
  const { rerender } = render(<UploadItem upload={upload} />);
  const warning = /^На устройстве мало места для копии/;
  if (isWarned) expect(await screen.findByText(warning)).toBeVisible();
  else {
    await waitFor(() => expect(estimate).toHaveBeenCalled());
    await act(() => Promise.all(estimate.mock.results.map(({ value }) => value)));
    expect(screen.queryByText(warning)).toBeNull();
  }
  // Once the copy is there, or the rest has been sent, nothing depends on the tab any more.
  rerender(<UploadItem upload={{ ...upload, staged: true }} />);
  expect(screen.queryByText(warning)).toBeNull();
});
