import { useEffect, useRef } from 'react';
import { DateField } from '#src/ui/index.ts';

export interface UntilFieldProps {
  /** The last valid day, YYYY-MM-DD. */
  value: string;
  min: string;
  /**
   * What the field holds instead, which blocks the form: '', an unfinished date, or a day that is too early, as each
   * year is while it is typed. Undefined while the day is valid.
   */
  typed: string | undefined;
  /** Number of attempts to save the form; each moves the focus here if this is the first invalid field. */
  attempts: number;
  onChange: (value: string) => void;
  onInvalid: (typed: string) => void;
}

/** «Повторять до»: the last day of a repetition. An invalid one stays as it was typed and shows an error. */
export function UntilField({ value, min, typed, attempts, onChange, onInvalid }: UntilFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<{ focus: () => void }>(null);
  useEffect(() => {
    const first = attempts > 0 ? place.current?.closest('form')?.querySelector('[aria-invalid="true"]') : undefined;
    if (first && place.current?.contains(first)) field.current?.focus();
  }, [attempts]);
  return (
    <div ref={place}>
      <DateField
        fieldRef={field}
        label="Повторять до"
        value={typed ?? value}
        min={min}
        error={typed === '' ? 'Поле обязательно для заполнения' : undefined}
        onChange={(next) => (isDayFrom(next, min) ? onChange(next) : onInvalid(next ?? ''))}
      />
    </div>
  );
}

function isDayFrom(value: string | null, min: string): value is string {
  return value !== null && /^\d{4}-/.test(value) && value >= min && value < '2200';
}
