import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { provider } from '#src/sync/index.ts';
import { fakeServer } from '#tests/app/support/fake-server.ts';
import { ReplacingNote } from './replacing-note.tsx';

afterEach(() => localStorage.clear());

test('a recording is announced to replace another only if the server is known to keep just one', async () => {
  const { container } = render(<ReplacingNote video={{ upload_id: 'r1', name: 'утро.mp4' }} />);
  const words = () => container.textContent ?? '';
  await waitFor(() => expect(words()).toMatch(/Если он хранит несколько записей, она станет следующей частью/));
  expect(words()).not.toMatch(/займёт место/);
  fakeServer({ 'GET /health': () => Response.json({ status: 'ok' }) });
  await provider.get();
  expect(await screen.findByText(/займёт место нынешней: «утро.mp4»/)).toBeVisible();
});
