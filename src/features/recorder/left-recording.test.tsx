import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { UploadError, uploads } from '#src/sync/index.ts';
import { LeftRecording } from './left-recording.tsx';

const recording = {
  ...{ id: 'a', ownerId: '7', protocolId: 'p1', name: 'Запись.webm', type: 'video/webm', chunkSize: 4 },
  ...{ hashes: [], nextPiece: 2, size: 7, millis: 720_000, startedAt: 1 },
};

test('a recording with a part that cannot be read is sent without it on the person’s word alone', async () => {
  const add = vi.spyOn(uploads, 'addRecording').mockRejectedValue(new UploadError('unreadable_part'));
  render(<LeftRecording recording={recording} maySend replaces={undefined} />);
  expect(screen.queryByRole('button', { name: 'Отправить, что читается' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Часть этой записи на устройстве не читается');
  expect(screen.getByRole('button', { name: 'Сохранить, что читается' })).toBeVisible();
  add.mockResolvedValue();
  await userEvent.click(screen.getByRole('button', { name: 'Отправить, что читается' }));
  expect(add.mock.calls).toEqual([
    ['a', undefined],
    ['a', { fillsGaps: true }],
  ]);
});
