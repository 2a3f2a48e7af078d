import { useQuery } from '@tanstack/react-query';
import { Card } from '#src/components/card.tsx';
import { DataList } from '#src/components/data-list.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { formatClock, toDayValue } from '#src/lib/dates.ts';
import { meetingListQuery } from '#src/lib/queries/meetings.ts';
import styles from './home-screen.module.css';

/** The meetings of this day. */
export function TodayMeetings() {
  const today = toDayValue(new Date());
  const query = useQuery(meetingListQuery(today, today));
  return (
    <Card bare>
      <div className={styles.head}>
        <h2>Сегодня</h2>
      </div>
      <QueryView query={query}>
        {(meetings) => (
          <DataList
            label="Встречи сегодня"
            rows={meetings.map(({ id, title, place, start_at, protocol_id }) => ({
              id,
              title: title || 'Встреча без названия',
              lead: formatClock(start_at),
              note: place ?? undefined,
              ...(protocol_id ? { to: `/main/protocols/${encodeURIComponent(protocol_id)}` } : {}),
            }))}
          />
        )}
      </QueryView>
    </Card>
  );
}
