import type * as z from 'zod/mini';
import type { meetingsOfDay } from '#contract/statistics/statistics.ts';
import { counted, formatDayInWeek, formatNumber, readDate } from '#src/format/index.ts';
import { FigureLink } from '#src/ui/index.ts';
import { ScrollFrame } from '../export/sheet-table.tsx';
import styles from './charts.module.css';

/** Number of days shown without scrolling: a whole month. */
const maxDays = 31;

type DayCounts = readonly z.infer<typeof meetingsOfDay>[];

interface MeetingBarsProps {
  label: string;
  days: DayCounts;
  /** Returns the address where the meetings of a day are listed. */
  linkOf: (date: string) => string | undefined;
}

/** Days with meetings, each with its number and a bar relative to the fullest day; many days scroll. */
export function MeetingBars({ label, days, linkOf }: MeetingBarsProps) {
  const busy = busyDays(days);
  if (busy.length === 0) return null;
  const most = Math.max(...busy.map(({ count }) => count));
  return (
    <ScrollFrame label={label} rows={busy.length} most={maxDays}>
      <table className={styles.days}>
        <caption className="visually-hidden">
          <MeetingWords days={days} />
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">День</th>
            <th scope="col">Встречи</th>
          </tr>
        </thead>
        <tbody>
          {busy.map(({ date, day, count }) => (
            <tr key={date}>
              <th scope="row">{formatDayInWeek(day)}</th>
              <td>
                <span className={styles.bar} style={{ width: `${(count / most) * 100}%` }} />
                <FigureLink to={linkOf(date)}>{formatNumber(count)}</FigureLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** «19 встреч, дней со встречами: 16»: the period itself may be longer. */
export function MeetingWords({ days, to }: { days: DayCounts; to?: string | undefined }) {
  const busy = busyDays(days);
  if (busy.length === 0) return 'В эти дни встреч нет.';
  const total = busy.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <FigureLink to={to}>{counted(total, 'встреча', 'встречи', 'встреч')}</FigureLink>, дней со встречами:{' '}
      {formatNumber(busy.length)}
    </>
  );
}

function busyDays(days: DayCounts) {
  return days.flatMap(({ date, count }) => {
    const day = readDate(date);
    return day && count > 0 ? [{ date, day, count }] : [];
  });
}
