import { getLocalTimeZone, today } from '@internationalized/date';
import { useMemo, useState } from 'react';
import { DateFieldFrame, type DateFieldText } from './date-field-frame.tsx';
import { readDay, unfinishedDate } from './date-value.ts';

interface DateFieldProps extends DateFieldText {
  /** YYYY-MM-DD. */
  value: string | null;
  /** Called with `unfinishedDate` where the field is left partly filled in. */
  onChange: (value: string | null) => void;
  /** The first and the last day that may be chosen, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
}

/** Field of a day: dd.mm.yyyy by the keyboard, or by a calendar. */
export function DateField({ value, onChange, min, max, ...text }: DateFieldProps) {
  const date = useMemo(() => readDay(value), [value]);
  const [placeholder] = useState(() => today(getLocalTimeZone()));
  return (
    <DateFieldFrame
      {...text}
      granularity="day"
      value={date}
      placeholder={placeholder}
      min={readDay(min) ?? undefined}
      max={readDay(max) ?? undefined}
      unfinished={value === unfinishedDate}
      unfinishedWords="Введите дату целиком: день, месяц и год"
      onChange={(next) => onChange(next === 'unfinished' ? unfinishedDate : (next?.toString() ?? null))}
    />
  );
}
