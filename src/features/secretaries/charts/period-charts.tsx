import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { meetingsOfDay, PeriodStatistics } from '#contract/statistics/statistics.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { meetingStatisticsQuery } from '#src/data/statistics/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { counted, type DayRange, toDayValue } from '#src/format/index.ts';
import { Card, classNames, FigureLink, layout, Skeleton } from '#src/ui/index.ts';
import { ExportButton } from '../export/export-button.tsx';
import { SheetTable } from '../export/sheet-table.tsx';
import { type FigureAddress, useFigureAddress } from '../figure-address.ts';
import type { Period } from '../period/period.ts';
import { managerStatisticsQuery, periodStatisticsQuery } from '../period/period-queries.ts';
import { ColumnBars } from './bars.tsx';
import { ChartCard } from './chart-card.tsx';
import styles from './charts.module.css';
import { daysWords, finalsBars, finalsSheet, mediansSheet } from './finals.ts';
import { MeetingBars, MeetingWords } from './meeting-bars.tsx';
import { OverdueOfAllTime, OverdueOfPeriod } from './overdue-card.tsx';
import { busiest, weekdayBars, weekdayLoad, weekdaySheet } from './weekdays.ts';

/**
 * Charts of a period, each with its figures beside it. A provider that supports only the specification gives the
 * meetings of any days, but only the current totals of tasks.
 */
export function PeriodCharts({ period: { range } }: { period: Period }) {
  // The years are included, because a saved file is read later.
  const about = `${toDayValue(range.first)} – ${toDayValue(range.last)}`;
  const { periodFigures: canTell } = useOffers();
  return (
    <div className={layout.stack(4)}>
      {canTell === undefined ? <PartSkeleton cards={2} /> : null}
      {canTell === true ? <Figures range={range} about={about} /> : null}
      {canTell === false ? <AllTime /> : null}
      <Meetings range={range} about={about} />
    </div>
  );
}

type PartProps = Pick<Period, 'range'> & { about: string };

/** Returns a function that gives the address where a figure of these days is listed. */
function useAddressWithin({ first, last }: DayRange): FigureAddress {
  const addressOf = useFigureAddress();
  const days = { since: toDayValue(first), until: toDayValue(last) };
  return (key, scope) => addressOf(key, { ...days, ...scope });
}

function Figures({ range, about }: PartProps) {
  const addressOf = useAddressWithin(range);
  const query = useQuery(periodStatisticsQuery(range));
  return (
    <QueryView query={query} skeleton={<PartSkeleton cards={2} />}>
      {(figures) => (
        <>
          <OverdueOfPeriod figures={figures} about={about} addressOf={addressOf} />
          <FinalsCard figures={figures} about={about} addressOf={addressOf} />
        </>
      )}
    </QueryView>
  );
}

function AllTime() {
  const query = useQuery(managerStatisticsQuery());
  return (
    <QueryView query={query} skeleton={<PartSkeleton cards={1} />}>
      {(totals) => <OverdueOfAllTime totals={totals} />}
    </QueryView>
  );
}

function Meetings({ range, about }: PartProps) {
  const addressOf = useAddressWithin(range);
  const query = useQuery(meetingStatisticsQuery(toDayValue(range.first), toDayValue(range.last)));
  return (
    <QueryView query={query} skeleton={<PartSkeleton cards={2} />}>
      {(days) => (
        <>
          <WeekdayCard load={weekdayLoad(days, range)} about={about} addressOf={addressOf} />
          <DaysCard title="Встречи всех секретарей по дням" days={days} about={about} addressOf={addressOf} />
        </>
      )}
    </QueryView>
  );
}

/** Skeleton of this number of charts. */
function PartSkeleton({ cards }: { cards: number }) {
  return (
    <div className={classNames(layout.stack(4), styles.coming)} role="status" aria-label="Загрузка...">
      {Array.from({ length: cards }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and stay in their places
        <Card key={place} className={styles.card}>
          <Skeleton width="40%" height={24} />
          <div className={styles.skeletonRows}>
            <Skeleton width="100%" height={204} />
          </div>
        </Card>
      ))}
    </div>
  );
}

interface DaysCardProps {
  title: string;
  about: string;
  days: z.infer<typeof meetingsOfDay>[];
  addressOf: FigureAddress;
}

/** The days of a period that have meetings. */
function DaysCard({ title, about, days, addressOf }: DaysCardProps) {
  const sheet = { title, heads: ['День', 'Встреч'], rows: days.map(({ date, count }) => [date, count]) };
  return (
    <Card title={title}>
      <div className={styles.lead}>
        <p>
          <MeetingWords days={days} to={addressOf('meetings')} />
        </p>
        {days.length > 0 ? <ExportButton sheet={sheet} about={about} /> : null}
      </div>
      <MeetingBars label={title} days={days} linkOf={(date) => addressOf('meetings', { since: date, until: date })} />
    </Card>
  );
}

interface WeekdayCardProps {
  load: ReturnType<typeof weekdayLoad>;
  about: string;
  addressOf: FigureAddress;
}

/** Average number of meetings per weekday. */
function WeekdayCard({ load, about, addressOf }: WeekdayCardProps) {
  const total = load.reduce((sum, { meetings }) => sum + meetings, 0);
  return (
    <ChartCard
      sheet={weekdaySheet(load, addressOf)}
      about={about}
      lead={<WeekdayLead total={total} most={busiest(load)} to={addressOf('meetings')} />}
      chart={<ColumnBars label="Встреч в среднем за день недели; цифры в таблице рядом" bars={weekdayBars(load)} />}
    />
  );
}

function WeekdayLead({ total, most, to }: { total: number; most: string | undefined; to: string | undefined }) {
  if (total === 0) return 'За этот период встреч нет.';
  const where = most ? `больше всего ${most}.` : 'примерно поровну в разные дни недели.';
  return (
    <>
      <FigureLink to={to}>{counted(total, 'встреча', 'встречи', 'встреч')}</FigureLink>; {where}
    </>
  );
}

interface FinalsCardProps {
  figures: PeriodStatistics;
  about: string;
  addressOf: FigureAddress;
}

/** Number of days between a meeting and its final protocol. */
function FinalsCard({ figures, about, addressOf }: FinalsCardProps) {
  const medians = mediansSheet(figures, addressOf);
  return (
    <ChartCard
      sheet={finalsSheet(figures, addressOf)}
      about={about}
      lead={<FinalsLead figures={figures} to={addressOf('final_protocols')} />}
      note="Календарные дни от даты встречи до подписания. Протокол, который открыли снова, считается по действующей версии."
      chart={
        <ColumnBars
          label="Сколько протоколов стали итоговыми за сколько дней; цифры в таблице рядом"
          bars={finalsBars(figures)}
        />
      }
    >
      {medians.rows.length > 0 ? (
        <div className={styles.more}>
          <div className={styles.lead}>
            <h3>{medians.title}</h3>
            <ExportButton sheet={medians} about={about} />
          </div>
          <SheetTable sheet={medians} />
        </div>
      ) : null}
    </ChartCard>
  );
}

function FinalsLead({ figures, to }: { figures: PeriodStatistics; to: string | undefined }) {
  const { final_protocols, median_days } = figures;
  if (final_protocols === 0) return 'За этот период итоговых протоколов нет.';
  const made = counted(final_protocols, 'итоговый протокол', 'итоговых протокола', 'итоговых протоколов');
  return (
    <>
      <FigureLink to={to}>{made}</FigureLink>
      {whenWords(final_protocols, median_days, to)}
    </>
  );
}

function whenWords(protocols: number, median: number | null | undefined, to: string | undefined) {
  if (typeof median !== 'number') return ', дата встречи не указана.';
  const when =
    median === 0 ? (
      'в день встречи'
    ) : (
      <>
        через <FigureLink to={to}>{daysWords(median)}</FigureLink>
      </>
    );
  return protocols === 1 ? <>, {when}.</> : <>; обычно {when} (медиана).</>;
}
