import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useSearchParams } from 'react-router-dom';
import type { Meeting } from '#contract/meeting.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { DataList, type DataRow } from '#src/components/data-list.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { IconButton } from '#src/components/icon-button.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { Screen } from '#src/components/screen.tsx';
import { formatClock, formatMonth, formatWeekday, toDayValue } from '#src/lib/dates.ts';
import { meetingListQuery } from '#src/lib/queries/meetings.ts';

/** /main/meetings: the meetings of a month, day by day; the month is in the address. */
export function MeetingsScreen() {
  const [address, setAddress] = useSearchParams();
  const month = readMonth(address.get('month'));
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0);
  const query = useQuery(meetingListQuery(toDayValue(month), toDayValue(last)));
  const go = (step: number) => {
    const next = new Date(month.getFullYear(), month.getMonth() + step, 1);
    setAddress({ month: toDayValue(next).slice(0, 7) });
  };
  return (
    <Screen>
      <PageHeader
        title="Встречи"
        actions={
          <>
            <Button onClick={() => setAddress({})}>Сегодня</Button>
            <IconButton icon={ChevronLeft} label="Предыдущий месяц" onClick={() => go(-1)} />
            <IconButton icon={ChevronRight} label="Следующий месяц" onClick={() => go(1)} />
          </>
        }
      />
      <h2 aria-live="polite">{formatMonth(month)}</h2>
      <QueryView query={query}>
        {(meetings) =>
          meetings.length > 0 ? (
            byDay(meetings).map(([day, rows]) => (
              <Card key={day} title={day}>
                <DataList label={day} rows={rows} />
              </Card>
            ))
          ) : (
            <Card bare>
              <EmptyState icon={CalendarDays} title="В этом месяце встреч нет" />
            </Card>
          )
        }
      </QueryView>
    </Screen>
  );
}

function readMonth(text: string | null): Date {
  const found = /^(\d{4})-(\d{2})$/.exec(text ?? '');
  const now = new Date();
  return found ? new Date(Number(found[1]), Number(found[2]) - 1, 1) : new Date(now.getFullYear(), now.getMonth(), 1);
}

function byDay(meetings: Meeting[]): [day: string, rows: DataRow[]][] {
  const sorted = [...meetings].sort((a, b) => (a.start_at ?? '').localeCompare(b.start_at ?? ''));
  const days = Map.groupBy(sorted, ({ start_at }) => (start_at ? formatWeekday(new Date(start_at)) : 'Без даты'));
  return [...days].map(([day, rows]) => [day, rows.map(meetingRow)]);
}

function meetingRow({ id, title, place, start_at, protocol_id }: Meeting): DataRow {
  return {
    id,
    title: title || 'Встреча без названия',
    lead: formatClock(start_at),
    note: place ?? undefined,
    ...(protocol_id ? { to: `/main/protocols/${encodeURIComponent(protocol_id)}` } : {}),
  };
}
