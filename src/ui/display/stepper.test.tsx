import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Stepper } from './stepper.tsx';

test('a step that was skipped is told from one that is still to come, to the eye too', () => {
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
