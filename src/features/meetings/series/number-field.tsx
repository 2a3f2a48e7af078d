import { useEffect, useRef } from 'react';
import { TextField } from '#src/ui/index.ts';

interface NumberFieldProps {
  label: string;
  value: number;
  most: number;
  /** What is typed and is no such number: it holds the form. */
  typed: string | undefined;
  /** How often the form was to be saved: where this field is the first that holds it, the person is led here. */
  attempts: number;
  onChange: (value: number) => void;
  onInvalid: (typed: string) => void;
}

/** A whole number from 1. What is none stays as it was typed, and is told. */
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
