import { counted } from '#src/format/index.ts';
import { ColumnBars } from './bars.tsx';
import { ChartCard } from './chart-card.tsx';
import { busiest, weekdayBars, type weekdayLoad, weekdaySheet } from './weekdays.ts';

/** How many meetings the days of the week have on average. */
export function WeekdayCard({ load, about }: { load: ReturnType<typeof weekdayLoad>; about: string }) {
  const total = load.reduce((sum, { meetings }) => sum + meetings, 0);
  return (
    <ChartCard
      sheet={weekdaySheet(load)}
      about={about}
      lead={leadOf(total, busiest(load))}
      chart={<ColumnBars label="Встреч в среднем за день недели; цифры в таблице рядом" bars={weekdayBars(load)} />}
    />
  );
}

function leadOf(total: number, most: string | undefined): string {
  if (total === 0) return 'За этот период встреч нет.';
  const meetings = counted(total, 'встреча', 'встречи', 'встреч');
  return most ? `${meetings}; больше всего ${most}.` : `${meetings}; примерно поровну в разные дни недели.`;
}
