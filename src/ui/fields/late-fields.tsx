import type { DateValue } from 'react-aria-components/Calendar';
import { classNames } from '../base/class-names.ts';
import field from '../base/field.module.css';
import { latePart } from '../base/late-part.tsx';
import styles from './late-fields.module.css';

// Date fields bring a calendar, a dialog and date arithmetic: more code than most screens around them.

interface PlaceholderProps {
  label: string;
  hint?: string | undefined;
}

/** A field whose code is loading: its label, and an empty control of the same size. */
export function FieldPlaceholder({ label, hint }: PlaceholderProps) {
  return (
    <div className={field.field} aria-busy>
      <span className={field.label}>{label}</span>
      <div className={classNames(field.control, styles.waiting)} />
      {hint ? <p className={field.hint}>{hint}</p> : null}
    </div>
  );
}

export const DateField = latePart(async () => (await import('./date-field.tsx')).DateField, FieldPlaceholder);

export const DateTimeField = latePart(
  async () => (await import('./date-time-field.tsx')).DateTimeField,
  FieldPlaceholder,
);

export const MonthCalendar = latePart(
  async () => (await import('./month-calendar.tsx')).MonthCalendar,
  ({ focusedValue }) => (
    <div className={styles.month} style={{ '--weeks': weeksOf(focusedValue) } as object} aria-busy />
  ),
);

/** Returns the number of calendar weeks, Monday first, in the month of a day. */
function weeksOf(day: DateValue | null | undefined): number {
  if (!day) return 6;
  const first = new Date(day.year, day.month - 1, 1).getDay();
  const days = new Date(day.year, day.month, 0).getDate();
  return Math.ceil((((first + 6) % 7) + days) / 7);
}
