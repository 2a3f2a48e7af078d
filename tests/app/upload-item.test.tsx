import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { UploadItem } from '#src/features/queue/index.ts';
import { faults, type UploadView, uploads } from '#src/sync/index.ts';
import { store } from '#src/sync/page/store.ts';
import { newRow } from '#src/sync/uploads/finish-recording.ts';

const upload = { id: 'u1', name: 'день.mp4', state: 'failed', sentBytes: 0, size: 100 } as UploadView;

afterEach(() => store.deleteUpload('u1'));

test('a video that would unexpectedly replace another continues only by «Заменить запись»', async () => {
  const retry = vi.spyOn(uploads, 'retry').mockResolvedValue();
  render(<UploadItem upload={{ ...upload, error: faults.oneRecording }} />);
  expect(screen.getByText(/Эта займёт место прежней/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Заменить запись' }));
  expect(retry).toHaveBeenCalledWith('u1');
});

test('a recording that exists only here can be saved as a file, also after a final refusal by the server', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:recording';
  };
  URL.revokeObjectURL = () => undefined;
  const recording = new File(['запись'], 'запись.webm', { type: 'video/webm' });
  const row = newRow(recording, { id: 'u1', ownerId: '7', protocolId: 'p1', chunkSize: 100, now: 0 });
  await store.putUpload({ ...row, state: 'failed', recorded: true });
  render(<UploadItem upload={{ ...upload, name: 'запись.webm', recorded: true }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить файл' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Часть этой записи');
  expect(screen.getByRole('button', { name: 'Сохранить, что читается' })).toBeVisible();
  await store.putChunk({ uploadId: 'u1', index: 0, blob: recording, sha256: '' });
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить, что читается' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe('запись');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Сначала её можно сохранить файлом.');
});

test('a recording with a part that cannot be read is tried again, saved or sent with a gap, as the person decides', async () => {
  const retry = vi.spyOn(uploads, 'retry').mockResolvedValue();
  const sendWithGaps = vi.spyOn(uploads, 'sendWithGaps').mockResolvedValue();
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:recording';
  };
  URL.revokeObjectURL = () => undefined;
  const recording = new File(['запись'], 'запись.webm', { type: 'video/webm' });
  const row = newRow(recording, { id: 'u1', ownerId: '7', protocolId: 'p1', chunkSize: 8, now: 0 });
  await store.putUpload({ ...row, state: 'needs-file', recorded: true });
  await store.putChunk({ uploadId: 'u1', index: 1, blob: recording.slice(8), sha256: '' });
  render(<UploadItem upload={{ ...upload, state: 'needs-file', recorded: true, error: faults.partUnreadable }} />);
  expect(screen.getByText(/не может прочитать часть этой записи/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(retry).toHaveBeenCalledWith('u1');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить, что читается' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe(`${'\0'.repeat(8)}сь`);
  await userEvent.click(screen.getByRole('button', { name: 'Отправить с пропуском' }));
  expect(sendWithGaps).not.toHaveBeenCalled();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('вернуть эту часть будет нельзя');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Отправить с пропуском' }));
  expect(sendWithGaps).toHaveBeenCalledWith('u1');
});

test('a chosen video is not offered for saving as a file', () => {
  render(<UploadItem upload={upload} />);
  expect(screen.queryByRole('button', { name: 'Сохранить файл' })).toBeNull();
});
