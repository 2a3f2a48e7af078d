import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { closeQueue, useQueuePanel } from './queue-panel.ts';
import { UnsentMark } from './unsent-mark.tsx';

test.each([
  ['waiting', 'ожидает отправки'],
  ['failed', 'не отправлено'],
  ['conflict', 'конфликт версий'],
  ['unsure', 'нужно решение'],
  ['unnamed', 'нужно решение'],
] as const)('a thing with a mutation in the state %s is marked «%s»', (state, words) => {
  render(<UnsentMark unsent={{ state, writes: ['w1'] }} />);
  expect(screen.getByRole('button', { name: words })).toBeVisible();
});

test('a thing that the server has is not marked', () => {
  const { container, rerender } = render(<UnsentMark unsent={undefined} />);
  expect(container).toBeEmptyDOMElement();
  rerender(<UnsentMark unsent={{ state: 'sent', writes: ['w1'] }} />);
  expect(container).toBeEmptyDOMElement();
});

test('the mark opens the queue panel on its mutations', async () => {
  const panel = renderHook(() => useQueuePanel());
  render(<UnsentMark unsent={{ state: 'failed', writes: ['w1', 'w2'] }} />);
  await userEvent.click(screen.getByRole('button', { name: 'не отправлено' }));
  expect(panel.result.current).toEqual({ writes: ['w1', 'w2'] });
  act(closeQueue);
});
