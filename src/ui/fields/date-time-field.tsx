import type { ZonedDateTime } from '@internationalized/date';
import { useMemo, useState } from 'react';
import { DateFieldFrame, type DateFieldText } from './date-field-frame.tsx';
import { nextHour, readInstant, unfinishedDate, writeInstant } from './date-value.ts';
import { TimeSteps } from './time-steps.tsx';

interface DateTimeFieldProps extends DateFieldText {
  /** ISO 8601; given back with the offset of the person's own clock at that moment. */
  value: string | null;
  /** Called with `unfinishedDate` where the field is left filled in part. */
  onChange: (value: string | null) => void;
}

/** A day and a time: dd.mm.yyyy, hh:mm by the keyboard, the day also by a calendar, the time by half hours below it. */
export function DateTimeField({ value, onChange, ...text }: DateTimeFieldProps) {
  // A year that is typed digit by digit passes times whose offset no text carries: what was typed is not read back.
  const [typed, setTyped] = useState<{ text: string; moment: ZonedDateTime }>();
  const moment = useMemo(() => (typed?.text === value ? typed.moment : readInstant(value)), [typed, value]);
  const [placeholder] = useState(nextHour);
  const change = (next: ZonedDateTime | null | 'unfinished') => {
    if (next === null || next === 'unfinished') return onChange(next && unfinishedDate);
    const text = writeInstant(next);
    setTyped({ text, moment: next });
    onChange(text);
  };
  return (
    <DateFieldFrame
      {...text}
      granularity="minute"
      value={moment}
      placeholder={placeholder}
      unfinished={value === unfinishedDate}
      unfinishedWords="Введите дату и время целиком"
      onChange={change}
      foot={<TimeSteps value={moment ?? placeholder} onStep={change} />}
    />
  );
}
