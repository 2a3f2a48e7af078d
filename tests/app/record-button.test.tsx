import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { RecordButton } from '#src/features/recorder/index.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['over an address without protection', { isSecureContext: false }, /только по защищённому адресу \(https\)/],
  ['in a browser that records nothing', { isSecureContext: true, MediaRecorder: undefined }, /не умеет записывать/],
])('%s the button is disabled and says why', async (_, world, words) => {
  for (const [name, value] of Object.entries(world)) vi.stubGlobal(name, value);
  render(<RecordButton protocolId="p1" />);
  const button = screen.getByRole('button', { name: 'Записать' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(words);
  await userEvent.click(button);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
