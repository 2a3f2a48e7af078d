import { counted, formatDayInWeek, formatWeekdayNumber, toDayValue } from '#src/format/index.ts';
import { classNames } from '#src/ui/index.ts';
import styles from './meeting-statistics.module.css';

const week = 7;

/** A bar for each day; its figure is also there in words. */
export function DayBars({ days, counts }: { days: readonly Date[]; counts: ReadonlyMap<string, number> }) {
  const most = Math.max(1, ...counts.values());
  const today = toDayValue(new Date());
  return (
    <ol className={styles.bars} aria-label="Встречи по дням">
      {days.map((day) => {
        const value = toDayValue(day);
        const count = counts.get(value) ?? 0;
        return (
          <li key={value} className={classNames(styles.day, value === today && styles.today)}>
            <span className="visually-hidden">
              {`${formatDayInWeek(day)}: ${counted(count, 'встреча', 'встречи', 'встреч')}`}
            </span>
            <span className={styles.count} aria-hidden>
              {count || ''}
            </span>
            <span className={styles.bar} style={{ height: `${(count / most) * 80}px` }} aria-hidden />
            <span className={styles.label} aria-hidden>
              {days.length <= week ? formatWeekdayNumber(day) : labelInMonth(day)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** In a month only the Mondays are named: more have no room on a phone. */
function labelInMonth(day: Date): string {
  return day.getDay() === 1 ? String(day.getDate()) : '';
}
