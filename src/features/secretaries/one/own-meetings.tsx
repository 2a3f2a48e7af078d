import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { QueryView } from '#src/features/connection/index.ts';
import { Card, Skeleton } from '#src/ui/index.ts';
import { MeetingBars, meetingWords } from '../charts/meeting-bars.tsx';
import type { Period } from '../period/period.ts';
import { secretaryMeetingsQuery } from '../period/period-queries.ts';
import { PeriodSwitch } from '../period/period-switch.tsx';
import styles from '../secretaries.module.css';
import { type SecretariesPlace, secretariesAddress } from '../secretaries-address.ts';

const title = 'Встречи по дням';

/** One secretary's meetings on each day of a period. */
export function OwnMeetings({ id, place }: { id: string; place: SecretariesPlace }) {
  const navigate = useNavigate();
  const query = useQuery(secretaryMeetingsQuery(id, place.period.range));
  const change = (period: Period, replace = false) =>
    void navigate(secretariesAddress({ ...place, period }), { replace, preventScrollReset: true });
  return (
    <Card title={title} level={3}>
      <div className={styles.range}>
        <PeriodSwitch period={place.period} onChange={change} />
      </div>
      <QueryView query={query} skeleton={<Skeleton width="100%" height={160} />}>
        {(days) => (
          <>
            <p className={styles.words}>{meetingWords(days)}</p>
            <MeetingBars label={title} days={days} />
          </>
        )}
      </QueryView>
    </Card>
  );
}
