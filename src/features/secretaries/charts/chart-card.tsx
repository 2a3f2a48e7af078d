import type { ReactNode } from 'react';
import { Card } from '#src/ui/index.ts';
import { ExportButton } from '../export/export-button.tsx';
import type { Sheet } from '../export/sheet.ts';
import { SheetTable } from '../export/sheet-table.tsx';
import styles from './charts.module.css';

interface ChartCardProps {
  sheet: Sheet;
  /** Days of the figures; a part of the saved file's name. */
  about: string;
  /** Summary of the figures in words. */
  lead: ReactNode;
  /** How the figures are counted. */
  note?: string;
  chart: ReactNode;
  /** Further content below the chart. */
  children?: ReactNode;
}

/** A chart, and beside it the same figures as a table. */
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
