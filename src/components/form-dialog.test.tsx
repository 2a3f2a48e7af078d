import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FormDialog } from './form-dialog.tsx';

test('the Escape key never throws away what was typed, pressed twice neither', async () => {
  const person = userEvent.setup();
  const close = vi.fn();
  render(
    <FormDialog title="Новый доступ" submit="Добавить" busy={false} dirty onSubmit={() => undefined} onClose={close}>
      <input aria-label="Имя" />
    </FormDialog>,
  );
  await person.click(screen.getByLabelText('Имя'));
  await person.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog', { name: 'Закрыть без сохранения?' })).toBeVisible();
  await person.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Имя')).toHaveFocus();
});
