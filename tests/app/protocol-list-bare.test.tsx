import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, pageOf, refuse } from './support/fake-server.ts';
import { forgetWrites } from './support/forget-writes.ts';
import { openApp, signInAs } from './support/open-app.tsx';

afterEach(forgetWrites);

test('search and stage filter are hidden where not supported', async () => {
  signInAs('secretary');
  fakeServer({
    'GET /protocols': () => pageOf([{ id: 5, stage: 'final' }]),
    'GET /health': () => refuse(404, '', 'Not found'),
  });
  openApp('/main/protocols');
  await screen.findByRole('link', { name: 'Новый протокол' });
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
  expect(screen.queryByRole('combobox')).toBeNull();
});
