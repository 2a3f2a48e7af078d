import type { ReactNode } from 'react';
import { Card } from '#src/ui/index.ts';
import { ExportButton } from '../export/export-button.tsx';
import type { Sheet } from '../export/sheet.ts';
import { SheetTable } from '../export/sheet-table.tsx';
import styles from './charts.module.css';

interface ChartCardProps {
  sheet: Sheet;
  /** Of which days: a part of the saved file's name. */
  about: string;
  /** What it comes to, in words. */
  lead: ReactNode;
  /** How it is counted. */
  note?: string;
  chart: ReactNode;
  /** What else there is to say: below the chart. */
  children?: ReactNode;
}

/** A chart and the same figures as a table beside it. */
export function ChartCard({ sheet, about, lead, note, chart, children }: ChartCardProps) {
  return (
    <Card title={sheet.title} className={styles.card}>
      <div className={styles.lead}>
        <p>{lead}</p>
        <ExportButton sheet={sheet} about={about} />
      </div>
      <div className={styles.pair}>
        {chart}
        <div className={styles.table}>
          <SheetTable sheet={sheet} />
        </div>
        {children}
      </div>
      {note ? <p className={styles.note}>{note}</p> : null}
    </Card>
  );
}
