import { useState } from 'react';
import { type DayRange, readDayValue, toDayValue } from '#src/format/index.ts';
import { DateField } from '#src/ui/index.ts';
import { isWholeDay, rangeProblem } from './own-range.ts';
import styles from './period-switch.module.css';

interface OwnDaysProps {
  range: DayRange;
  onChange: (range: DayRange) => void;
}

interface Typed {
  start: string | null;
  end: string | null;
  /** Key of the range once it was requested: the address follows a moment later. */
  asked?: string;
}

/** Fields of the first and the last day; while the typed days are no valid range, the figures stay. */
export function OwnDays({ range, onChange }: OwnDaysProps) {
  const [typed, setTyped] = useState<Typed>();
  const shown = { start: toDayValue(range.first), end: toDayValue(range.last) };
  const { start, end } = typed ?? shown;
  // Not earlier: further typing would otherwise continue in the previous days.
  if (typed?.asked === keyOf(shown)) setTyped(undefined);
  const isWhole = isWholeDay(start) && isWholeDay(end);
  const problem = isWhole ? rangeProblem(start, end) : undefined;
  const change = (next: Typed) => {
    setTyped(next);
    if (!isWholeDay(next.start) || !isWholeDay(next.end) || rangeProblem(next.start, next.end)) return;
    const [first, last] = [readDayValue(next.start), readDayValue(next.end)];
    if (!first || !last) return;
    setTyped({ ...next, asked: keyOf(next) });
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

function keyOf({ start, end }: Typed): string {
  return `${start} ${end}`;
}
