import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { UploadItem } from '#src/features/queue/index.ts';
import { faults, type UploadView, uploads } from '#src/sync/index.ts';

const upload = { id: 'u1', name: 'день.mp4', state: 'failed', sentBytes: 0, size: 100 } as UploadView;

test('a video that would replace another against what was said goes on once that is asked for by name', async () => {
  const retry = vi.spyOn(uploads, 'retry').mockResolvedValue();
  render(<UploadItem upload={{ ...upload, error: faults.oneRecording }} />);
  expect(screen.getByText(/Эта займёт место прежней/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Заменить запись' }));
  expect(retry).toHaveBeenCalledWith('u1');
});
