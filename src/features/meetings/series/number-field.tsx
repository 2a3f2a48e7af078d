import { useState } from 'react';
import { TextField } from '#src/ui/index.ts';

interface NumberFieldProps {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}

/** A whole number from 1. What is none is told, and the last one goes on to hold. */
export function NumberField({ label, value, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  const number = Number(typed);
  const isNumber = Number.isInteger(number) && number >= 1 && number <= most;
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      error={isNumber ? undefined : `Введите число от 1 до ${most}`}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const next = Number(currentTarget.value);
        if (Number.isInteger(next) && next >= 1 && next <= most) onChange(next);
      }}
      onBlur={() => isNumber || setTyped(String(value))}
    />
  );
}
