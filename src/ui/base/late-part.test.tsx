import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { latePart } from './late-part.tsx';

interface Props {
  label: string;
}

/** A field whose code comes when the test lets it. */
function heldPart() {
  const code = Promise.withResolvers<typeof Field>();
  const Part = latePart<Props>(
    () => code.promise,
    ({ label }) => <p>{label}…</p>,
  );
  return { Part, arrive: () => code.resolve(Field) };
}

function Field({ label }: Props) {
  const [typed, setTyped] = useState('');
  return <input aria-label={label} value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />;
}

test('until its code is there a placeholder with the same props stands for it', async () => {
  const { Part, arrive } = heldPart();
  render(<Part label="Дата" />);
  expect(screen.getByText('Дата…')).toBeDefined();
  arrive();
  expect(await screen.findByLabelText('Дата')).toBeDefined();
  expect(screen.queryByText('Дата…')).toBeNull();
});

test('what was loaded ahead is drawn at once', async () => {
  const { Part, arrive } = heldPart();
  arrive();
  await Part.load();
  render(<Part label="Дата" />);
  expect(screen.getByLabelText('Дата')).toBeDefined();
});

test('what is typed in it stays when it is drawn again with its code loaded', async () => {
  const { Part, arrive } = heldPart();
  const { rerender } = render(<Part label="Дата" />);
  arrive();
  fireEvent.change(await screen.findByLabelText('Дата'), { target: { value: '27.11' } });
  await Part.load();
  rerender(<Part label="Срок" />);
  expect(screen.getByLabelText<HTMLInputElement>('Срок').value).toBe('27.11');
});
