import type * as z from 'zod/mini';
import type { meetingsOfDay } from '#contract/statistics.ts';
import { Card } from '#src/ui/index.ts';
import { ExportButton } from '../export/export-button.tsx';
import styles from './charts.module.css';
import { MeetingBars, meetingWords } from './meeting-bars.tsx';

interface DaysCardProps {
  title: string;
  about: string;
  days: z.infer<typeof meetingsOfDay>[];
}

/** The days of a period that have meetings. */
export function DaysCard({ title, about, days }: DaysCardProps) {
  const sheet = { title, heads: ['День', 'Встреч'], rows: days.map(({ date, count }) => [date, count]) };
  return (
    <Card title={title}>
      <div className={styles.lead}>
        <p>{meetingWords(days)}</p>
        {days.length > 0 ? <ExportButton sheet={sheet} about={about} /> : null}
      </div>
      <MeetingBars label={title} days={days} />
    </Card>
  );
}
