import type * as z from 'zod/mini';
import type { meetingsOfDay } from '#contract/statistics.ts';
import { formatDayInWeek } from '#src/lib/dates.ts';
import { counted, formatNumber } from '#src/lib/plurals.ts';
import styles from './secretaries.module.css';

/** The days that have meetings, each with its number and a bar of its share of the fullest. */
export function MeetingBars({ days }: { days: z.infer<typeof meetingsOfDay>[] }) {
  const busy = days.filter(({ date, count }) => count > 0 && !Number.isNaN(Date.parse(date)));
  if (busy.length === 0) return <p className={styles.none}>В эти дни встреч нет.</p>;
  const most = Math.max(...busy.map(({ count }) => count));
  const total = busy.reduce((sum, { count }) => sum + count, 0);
  return (
    <table className={styles.days}>
      <caption className={styles.caption}>
        {counted(total, 'встреча', 'встречи', 'встреч')} за {counted(busy.length, 'день', 'дня', 'дней')}
      </caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">День</th>
          <th scope="col">Встречи</th>
        </tr>
      </thead>
      <tbody>
        {busy.map(({ date, count }) => (
          <tr key={date}>
            <th scope="row">{formatDayInWeek(localDay(date))}</th>
            <td>
              <span className={styles.bar} style={{ width: `${(count / most) * 100}%` }} />
              <span>{formatNumber(count)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A plain day is that day here, whatever the zone; an instant is its own. */
function localDay(date: string): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00` : date);
}
