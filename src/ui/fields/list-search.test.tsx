import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ListSearch } from './list-search.tsx';

test('Enter searches at once, and the pending debounce does not search again', () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  render(<ListSearch label="Поиск" value={undefined} onSearch={onSearch} />);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'смета' } });
  fireEvent.submit(screen.getByRole('searchbox'));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('смета');
  act(() => vi.advanceTimersByTime(1_000));
  expect(onSearch).toHaveBeenCalledTimes(1);
});
