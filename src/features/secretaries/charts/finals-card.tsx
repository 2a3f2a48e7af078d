import type { PeriodStatistics } from '#contract/statistics.ts';
import { counted } from '#src/format/index.ts';
import { ExportButton } from '../export/export-button.tsx';
import { SheetTable } from '../export/sheet-table.tsx';
import { ColumnBars } from './bars.tsx';
import { ChartCard } from './chart-card.tsx';
import styles from './charts.module.css';
import { daysWords, finalsBars, finalsSheet, mediansSheet } from './finals.ts';

/** How many days go by from a meeting to its final protocol. */
export function FinalsCard({ figures, about }: { figures: PeriodStatistics; about: string }) {
  const medians = mediansSheet(figures);
  return (
    <ChartCard
      sheet={finalsSheet(figures)}
      about={about}
      lead={lead(figures)}
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

function lead({ final_protocols, median_days }: PeriodStatistics): string {
  if (final_protocols === 0) return 'За этот период итоговых протоколов нет.';
  const made = counted(final_protocols, 'итоговый протокол', 'итоговых протокола', 'итоговых протоколов');
  if (typeof median_days !== 'number') return `${made}, дата встречи не указана.`;
  const when = median_days === 0 ? 'в день встречи' : `через ${daysWords(median_days)}`;
  return final_protocols === 1 ? `${made}, ${when}.` : `${made}; обычно ${when} (медиана).`;
}
