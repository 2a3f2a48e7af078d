import { useEffect, useRef } from 'react';
import { TextField } from '#src/ui/index.ts';

interface NumberFieldProps {
  label: string;
  value: number;
  most: number;
  /** Invalid text that was typed, which blocks the form; undefined while the number is valid. */
  typed: string | undefined;
  /** Number of attempts to save the form; each moves the focus here if this is the first invalid field. */
  attempts: number;
  onChange: (value: number) => void;
  onInvalid: (typed: string) => void;
}

/** Field of a whole number from 1 to `most`. Invalid text stays as it was typed and shows an error. */
export function NumberField({ label, value, most, typed, attempts, onChange, onInvalid }: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const first = attempts > 0 ? input.current?.form?.querySelector('[aria-invalid="true"]') : undefined;
    if (first && first === input.current) input.current.focus();
  }, [attempts]);
  return (
    <TextField
      ref={input}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      error={typed === undefined ? undefined : `Введите число от 1 до ${most}`}
      onChange={({ currentTarget }) => {
        const next = Number(currentTarget.value);
        if (Number.isInteger(next) && next >= 1 && next <= most) onChange(next);
        else onInvalid(currentTarget.value);
      }}
    />
  );
}
