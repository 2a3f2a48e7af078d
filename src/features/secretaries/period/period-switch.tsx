import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { ChoiceStrip, IconButton, useShortcuts } from '#src/ui/index.ts';
import { OwnDays } from './own-days.tsx';
import {
  besidePeriod,
  type CalendarKind,
  calendarPeriod,
  type Period,
  type PeriodKind,
  periodWords,
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
    // When switching to a shorter period, today's is chosen if today lies within the longer one.
    const now = new Date();
    const day = range.first <= now && now <= range.last ? now : range.first;
    onChange(next === 'own' ? { kind: 'own', range } : calendarPeriod(next, day));
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
