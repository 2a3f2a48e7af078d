import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Stepper } from './stepper.tsx';

test('a skipped step is distinguished from a future one, also visually', () => {
  render(
    <Stepper
      label="Стадии"
      steps={[
        { title: 'Видео', mark: 'skipped' },
        { title: 'Черновик', mark: 'done' },
        { title: 'Итоговый', mark: 'next' },
      ]}
    />,
  );
  const [skipped, , next] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(skipped).toBe('Видео, пропущено');
  expect(next).toBe('3Итоговый, впереди');
});
