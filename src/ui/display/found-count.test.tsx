import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FoundCount } from './counts.tsx';

const said = () => screen.getByRole('status').textContent;

test('what is found is said once somebody narrows the list, and again when they widen it', () => {
  const { rerender } = render(<FoundCount asked="" total={128} />);
  expect(said()).toBe('');
  rerender(<FoundCount asked="смета" total={undefined} />);
  expect(said()).toBe('');
  rerender(<FoundCount asked="смета" total={3} />);
  expect(said()).toBe('Найдено: 3');
  rerender(<FoundCount asked="сметы нет" total={0} />);
  expect(said()).toBe('Ничего не найдено');
  rerender(<FoundCount asked="" total={128} />);
  expect(said()).toBe('Найдено: 128');
});

test('a server that does not count: that the list is another one is said', () => {
  const { rerender } = render(<FoundCount asked="" total={null} />);
  rerender(<FoundCount asked="смета" total={null} />);
  expect(said()).toBe('Список обновлён');
});
