import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useReaderPlayer } from './reader-player.ts';

const protocol = { id: 'p1', video: { url: '/video' } } as Protocol;
const played: unknown[] = [];

function Player() {
  const { asked } = useReaderPlayer(protocol, { t: 31 });
  if (asked && !played.includes(asked)) played.push(asked);
  return null;
}

test('another click plays the same second again, another address does not', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Player }]);
  render(<RouterProvider router={router} />);
  expect(played).toEqual([{ seconds: 31 }]);
  await act(() => router.navigate('/?show=task:t1', { state: { clicked: 'a' } }));
  expect(played).toHaveLength(2);
  await act(() => router.navigate('/', { replace: true, state: { clicked: 'a' } }));
  await act(() => router.navigate('/?page=2'));
  expect(played).toHaveLength(2);
  await act(() => router.navigate('/?show=task:t1', { state: { clicked: 'b' } }));
  expect(played).toEqual([{ seconds: 31 }, { seconds: 31 }, { seconds: 31 }]);
});
