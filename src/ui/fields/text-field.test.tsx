import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TextField } from './text-field.tsx';

test('pasted lines and cells are joined with spaces, at the caret', async () => {
  const person = userEvent.setup();
  const changed = vi.fn();
  render(
    <TextField label="Название" defaultValue="О плане" onChange={(event) => changed(event.currentTarget.value)} />,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Название');
  await person.click(field);
  field.setSelectionRange(2, 2);
  await person.paste('бюджете\t2027\r\n  и закупках\n');
  expect(field).toHaveValue('О бюджете 2027 и закупкахплане');
  expect(changed).toHaveBeenLastCalledWith('О бюджете 2027 и закупкахплане');
});

test('right-to-left text is shown in its own direction', () => {
  render(<TextField label="Название" defaultValue="اجتماع" />);
  expect(screen.getByLabelText('Название')).toHaveAttribute('dir', 'auto');
});
