import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { meetingsOfDay } from '#contract/statistics/statistics.ts';
import { uncountedDays } from '#src/data/meeting/index.ts';
import { meetingStatisticsQuery, uncountedWords } from '#src/data/statistics/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import {
  counted,
  type DayRange,
  daysOf,
  formatDayInWeek,
  formatNumber,
  formatWeekdayNumber,
  monthOf,
  rangeWords,
  readDate,
  readDayValue,
  toDayValue,
  weekOf,
} from '#src/format/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';
import { ChoiceStrip, classNames, FigureLink, Skeleton, useToday } from '#src/ui/index.ts';
import { type StatisticsRange, useHomeAddress } from './home-address.ts';
import { HomeSection } from './home-section.tsx';
import styles from './meeting-statistics.module.css';

const ranges = [
  { value: 'week', title: 'Неделя' },
  { value: 'month', title: 'Месяц' },
] as const satisfies { value: StatisticsRange; title: string }[];

/** Number of meetings per day in the week or month of the chosen day. */
export function MeetingStatistics() {
  const { date, range, setRange } = useHomeAddress();
  const day = readDayValue(date) ?? new Date();
  const days = range === 'week' ? weekOf(day) : monthOf(day);
  const query = useQuery(meetingStatisticsQuery(toDayValue(days.first), toDayValue(days.last)));
  return (
    <HomeSection
      title="Встречи по дням"
      aside={<ChoiceStrip label="Период" choices={ranges} value={range} onChange={setRange} />}
    >
      <p className={styles.range}>{rangeWords(days)}</p>
      <QueryView query={query} skeleton={<PartSkeleton />}>
        {(rows) => (
          <Chart
            days={days}
            counts={countsOf(rows, days)}
            listed={`/main/meetings?view=${range}&date=${toDayValue(days.first)}`}
          />
        )}
      </QueryView>
    </HomeSection>
  );
}

interface ChartProps {
  days: DayRange;
  counts: ReadonlyMap<string, number>;
  /** Address where the meetings of these days are listed. */
  listed: string;
}

function Chart({ days, counts, listed }: ChartProps) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const uncounted = uncountedDays(useQueuedMutations());
  return (
    <div className={styles.chart}>
      {total > 0 ? (
        <p>
          Всего <FigureLink to={listed}>{counted(total, 'встреча', 'встречи', 'встреч')}</FigureLink>
        </p>
      ) : (
        <p>За этот период встреч нет.</p>
      )}
      {daysOf(days).some((day) => uncounted.has(toDayValue(day))) ? (
        <p className={styles.range}>{uncountedWords}</p>
      ) : null}
      {total > 0 ? <DayBars days={daysOf(days)} counts={counts} /> : null}
    </div>
  );
}

/** Returns the counts by day, YYYY-MM-DD, without days outside the range. */
function countsOf(rows: z.infer<typeof meetingsOfDay>[], { first, last }: DayRange): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { date, count } of rows) {
    const day = readDate(date);
    if (!day || toDayValue(day) < toDayValue(first) || toDayValue(day) > toDayValue(last)) continue;
    counts.set(toDayValue(day), (counts.get(toDayValue(day)) ?? 0) + count);
  }
  return counts;
}

function PartSkeleton() {
  return (
    <div className={styles.chart} role="status" aria-label="Загрузка...">
      <Skeleton width={120} height={16} />
      <Skeleton width="100%" height={124} />
    </div>
  );
}

const week = 7;

/** A bar for each day; its figure is also given in words. */
function DayBars({ days, counts }: { days: readonly Date[]; counts: ReadonlyMap<string, number> }) {
  const most = Math.max(1, ...counts.values());
  const today = useToday();
  return (
    <ol className={styles.bars} aria-label="Встречи по дням">
      {days.map((day) => {
        const value = toDayValue(day);
        const count = counts.get(value) ?? 0;
        return (
          <li key={value} className={classNames(styles.day, value === today && styles.today)}>
            <DayFigure day={day} count={count} />
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

/** Number of meetings of a day in words, for screen readers; links to the day. */
function DayFigure({ day, count }: { day: Date; count: number }) {
  const words = `${formatDayInWeek(day)}: ${counted(count, 'встреча', 'встречи', 'встреч')}`;
  if (count === 0) return <span className="visually-hidden">{words}</span>;
  return (
    <FigureLink to={`/main/meetings?view=day&date=${toDayValue(day)}`} className={styles.count} aria-label={words}>
      {formatNumber(count)}
    </FigureLink>
  );
}

/** In a month only Mondays are labelled: a phone has no room for more. */
function labelInMonth(day: Date): string {
  return day.getDay() === 1 ? String(day.getDate()) : '';
}
