import { useState } from 'react';
import { DateField } from '#src/components/date-field.tsx';
import { readDayValue, toDayValue } from '#src/lib/dates.ts';
import type { DayRange } from '#src/lib/day-range.ts';
import { isWholeDay, rangeProblem } from './own-range.ts';
import styles from './period-switch.module.css';

interface OwnDaysProps {
  range: DayRange;
  onChange: (range: DayRange) => void;
}

/** The first and the last day; what is typed and makes no range yet leaves the figures as they are. */
export function OwnDays({ range, onChange }: OwnDaysProps) {
  const [typed, setTyped] = useState<{ start: string | null; end: string | null }>();
  const { start, end } = typed ?? { start: toDayValue(range.first), end: toDayValue(range.last) };
  const isWhole = isWholeDay(start) && isWholeDay(end);
  const problem = isWhole ? rangeProblem(start, end) : undefined;
  const change = (next: { start: string | null; end: string | null }) => {
    setTyped(next);
    if (!isWholeDay(next.start) || !isWholeDay(next.end) || rangeProblem(next.start, next.end)) return;
    const [first, last] = [readDayValue(next.start), readDayValue(next.end)];
    if (!first || !last) return;
    setTyped(undefined);
    onChange({ first, last });
  };
  return (
    <div className={styles.own}>
      <DateField
        label="С"
        value={start}
        error={start === null ? 'Выберите дату' : undefined}
        onChange={(day) => change({ start: day, end })}
      />
      <DateField
        label="По"
        value={end}
        error={end === null ? 'Выберите дату' : problem}
        onChange={(day) => change({ start, end: day })}
      />
    </div>
  );
}
