import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FoundCount } from './counts.tsx';

const said = () => screen.getByRole('status').textContent;

test('the number found is announced once the list is narrowed, and again when it is widened', () => {
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

test('without a count from the server «Список обновлён» is announced', () => {
  const { rerender } = render(<FoundCount asked="" total={null} />);
  rerender(<FoundCount asked="смета" total={null} />);
  expect(said()).toBe('Список обновлён');
});
