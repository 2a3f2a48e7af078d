import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { latePart } from './late-part.tsx';

interface Props {
  label: string;
}

/** A field whose code loads when the test lets it. */
function heldPart() {
  const code = Promise.withResolvers<typeof Field>();
  const load = vi.fn(() => code.promise);
  const Part = latePart<Props>(load, ({ label }) => <p>{label}…</p>);
  return { Part, arrive: () => code.resolve(Field), isAskedFor: () => load.mock.calls.length > 0 };
}

function Field({ label }: Props) {
  const [typed, setTyped] = useState('');
  return <input aria-label={label} value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />;
}

/** Elements become visible when the test says so. */
function holdSight() {
  const watches: (() => void)[] = [];
  class Observer {
    constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
      watches.push(() => tell([{ isIntersecting: true }]));
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    comeIntoSight: () =>
      act(async () => {
        for (const tell of watches) tell();
      }),
  };
}

test('a placeholder with the same props is shown until the part is visible and its code loaded', async () => {
  const { comeIntoSight } = holdSight();
  const { Part, arrive, isAskedFor } = heldPart();
  render(<Part label="Дата" />);
  expect(screen.getByText('Дата…')).toBeDefined();
  expect(isAskedFor()).toBe(false);
  await comeIntoSight();
  expect(isAskedFor()).toBe(true);
  expect(screen.getByText('Дата…')).toBeDefined();
  await act(async () => arrive());
  expect(screen.getByLabelText('Дата')).toBeDefined();
  expect(screen.queryByText('Дата…')).toBeNull();
});

test('a preloaded part is rendered at once', async () => {
  const { Part, arrive } = heldPart();
  arrive();
  await Part.load();
  render(<Part label="Дата" />);
  expect(screen.getByLabelText('Дата')).toBeDefined();
});

test('without a placeholder, as a dialog, its code is loaded as soon as it is rendered', async () => {
  const Part = latePart<Props>(async () => Field);
  await act(async () => render(<Part label="Дата" />));
  expect(screen.getByLabelText('Дата')).toBeDefined();
});

test('text typed in it survives a re-render after its code was loaded', async () => {
  const { comeIntoSight } = holdSight();
  const { Part, arrive } = heldPart();
  const { rerender } = render(<Part label="Дата" />);
  arrive();
  await comeIntoSight();
  fireEvent.change(screen.getByLabelText('Дата'), { target: { value: '27.11' } });
  await Part.load();
  rerender(<Part label="Срок" />);
  expect(screen.getByLabelText<HTMLInputElement>('Срок').value).toBe('27.11');
});

test('when its code fails to load, the screen stays and the load is retried', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { comeIntoSight } = holdSight();
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(Field);
  const Part = latePart<Props>(load, ({ label }) => <p>{label}…</p>);
  render(
    <>
      <input aria-label="Тема" defaultValue="О смете" />
      <Part label="Дата" />
    </>,
  );
  await comeIntoSight();
  expect(screen.getByText('Дата…')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByLabelText('Дата')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Тема').value).toBe('О смете');
});
