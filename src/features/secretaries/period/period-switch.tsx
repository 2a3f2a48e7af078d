import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { type DayRange, readDayValue, toDayValue } from '#src/format/index.ts';
import { ChoiceStrip, DateField, IconButton, useShortcuts } from '#src/ui/index.ts';
import {
  besidePeriod,
  type CalendarKind,
  calendarPeriod,
  dayWithin,
  isWholeDay,
  type Period,
  type PeriodKind,
  periodWords,
  rangeProblem,
} from './period.ts';
import styles from './period-switch.module.css';

const kinds = [
  { value: 'week', title: 'Неделя' },
  { value: 'month', title: 'Месяц' },
  { value: 'quarter', title: 'Квартал' },
  { value: 'year', title: 'Год' },
  { value: 'own', title: 'Свой' },
] as const satisfies { value: PeriodKind; title: string }[];

const besides: Record<CalendarKind, readonly [before: string, after: string]> = {
  week: ['Предыдущая неделя', 'Следующая неделя'],
  month: ['Предыдущий месяц', 'Следующий месяц'],
  quarter: ['Предыдущий квартал', 'Следующий квартал'],
  year: ['Предыдущий год', 'Следующий год'],
};

interface PeriodSwitchProps {
  period: Period;
  /** `typed`: the days are being typed, so that the change adds no history entry. */
  onChange: (period: Period, typed?: boolean) => void;
}

/** Choice of the counted days: calendar periods in sequence, or two days of one's own. */
export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  const { kind, range } = period;
  const choose = (next: PeriodKind) => {
    onChange(next === 'own' ? { kind: 'own', range } : calendarPeriod(next, dayWithin(range, new Date())));
  };
  const step = (by: 1 | -1) => onChange(besidePeriod(period, by));
  const [before, after] = kind === 'own' ? ['', ''] : besides[kind];
  const group = 'На этом экране' as const;
  useShortcuts(
    kind === 'own'
      ? []
      : [
          { keys: '[', title: before, group, run: () => step(-1) },
          { keys: ']', title: after, group, run: () => step(1) },
        ],
  );
  return (
    <div className={styles.switch}>
      <div className={styles.choice}>
        <ChoiceStrip label="Период" choices={kinds} value={kind} onChange={choose} />
      </div>
      {kind === 'own' ? (
        <OwnDays range={range} onChange={(next) => onChange({ kind, range: next }, true)} />
      ) : (
        <div className={styles.steps}>
          <IconButton icon={ChevronLeft} size="small" label={before} onClick={() => step(-1)} />
          <IconButton icon={ChevronRight} size="small" label={after} onClick={() => step(1)} />
        </div>
      )}
      <p aria-live="polite" className={styles.words}>
        {periodWords(period)}
      </p>
    </div>
  );
}

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
function OwnDays({ range, onChange }: OwnDaysProps) {
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
