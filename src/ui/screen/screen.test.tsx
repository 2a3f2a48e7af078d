import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useProgressiveParts } from './screen.tsx';

afterEach(() => void vi.restoreAllMocks());

function Parts({ onRender }: { onRender: (due: number) => void }) {
  const due = useProgressiveParts(3, { onPress: true });
  onRender(due);
  return <p>{due} из 3</p>;
}

/** The numbers of parts that a form opened by a press renders, one after the other. */
async function rendered(): Promise<number[]> {
  const numbers: number[] = [];
  render(<Parts onRender={(due) => numbers.push(due)} />);
  await screen.findByText('3 из 3');
  return numbers;
}

test('parts come one after the other', async () => {
  expect(await rendered()).toEqual([1, 2, 3]);
});

test('a layout that replaces another one for the paper has all its parts in the first render', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === 'print' ? Object.assign(matchMedia(query), { matches: true }) : matchMedia(query),
  );
  expect(await rendered()).toEqual([3]);
});
