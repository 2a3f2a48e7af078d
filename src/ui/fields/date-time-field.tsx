import type { ZonedDateTime } from '@internationalized/date';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useMemo, useState } from 'react';
import { formatClock } from '#src/format/index.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { DateFieldFrame, type DateFieldText } from './date-field-frame.tsx';
import { nextHour, readInstant, unfinishedDate, writeInstant } from './date-value.ts';
import styles from './time-steps.module.css';

interface DateTimeFieldProps extends DateFieldText {
  /** ISO 8601; returned with the local offset at that moment. */
  value: string | null;
  /** Called with `unfinishedDate` where the field is left partly filled in. */
  onChange: (value: string | null) => void;
}

/**
 * Field of a day and a time: dd.mm.yyyy, hh:mm by the keyboard, the day also by a calendar, the time by half-hour steps
 * below it.
 */
export function DateTimeField({ value, onChange, ...text }: DateTimeFieldProps) {
  // While a year is typed digit by digit, it passes times whose offset the text cannot hold, so it is not parsed back.
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

interface TimeStepsProps {
  value: ZonedDateTime;
  onStep: (value: ZonedDateTime) => void;
}

/** Buttons that change the time by half an hour: the pointer alternative to dragging in a calendar (WCAG 2.5.7). */
function TimeSteps({ value, onStep }: TimeStepsProps) {
  return (
    <fieldset className={styles.time}>
      <legend className="visually-hidden">Время</legend>
      <IconButton icon={Minus} label="На полчаса раньше" onClick={() => onStep(value.subtract({ minutes: 30 }))} />
      <span role="status">{formatClock(value.toDate())}</span>
      <IconButton icon={Plus} label="На полчаса позже" onClick={() => onStep(value.add({ minutes: 30 }))} />
    </fieldset>
  );
}
