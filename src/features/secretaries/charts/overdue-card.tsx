import type * as z from 'zod/mini';
import type { managerStatistics, PeriodStatistics } from '#contract/statistics/statistics.ts';
import { counted, formatNumber } from '#src/format/index.ts';
import { Card, FigureLink } from '#src/ui/index.ts';
import { shareOf } from '../export/sheet.ts';
import { type FigureAddress, useFigureAddress } from '../figure-address.ts';
import { RowBars } from './bars.tsx';
import { ChartCard } from './chart-card.tsx';
import styles from './charts.module.css';
import { overdueBars, overdueSheet, type TaskFigures, withoutBar } from './overdue.ts';

const meaning = 'Просрочено\u00A0— открыто после срока.';

interface OfPeriodProps {
  figures: PeriodStatistics;
  about: string;
  addressOf: FigureAddress;
}

/** Share of overdue tasks among those whose deadline lies in a period. */
export function OverdueOfPeriod({ figures, about, addressOf }: OfPeriodProps) {
  const read = (row: { due_tasks: number; done_tasks: number; overdue_tasks: number }) => ({
    ...{ total: row.due_tasks, done: row.done_tasks, overdue: row.overdue_tasks },
  });
  return (
    <OverdueCard
      title="Просроченные поручения"
      about={about}
      head="Со сроком"
      words="со сроком в этот период"
      note={`${meaning} Отменённые и бессрочные не считаются.`}
      addressOf={addressOf}
      sum={{ id: '', ...read(figures) }}
      each={figures.by_secretary.map((row) => ({ id: row.id, name: row.name, ...read(row) }))}
    />
  );
}

/** The same for all existing tasks, which is all that the answer of the specification contains. */
export function OverdueOfAllTime({ totals }: { totals: z.infer<typeof managerStatistics> }) {
  const addressOf = useFigureAddress();
  const title = 'Просроченные поручения за всё время';
  const sum = figuresOf(totals, '');
  if (!sum) {
    return (
      <Card title={title}>
        <p className={styles.none}>Сервер не прислал показателей</p>
      </Card>
    );
  }
  const each = (totals.by_secretary ?? []).flatMap((row) => figuresOf(row, row.id, row.name) ?? []);
  return (
    <OverdueCard
      title={title}
      about="за всё время"
      head="Всего"
      words="за всё время"
      note={meaning}
      addressOf={addressOf}
      sum={sum}
      each={each}
    />
  );
}

interface OverdueCardProps {
  title: string;
  about: string;
  /** Which tasks are counted: the head of a column, and the end of a sentence. */
  head: string;
  words: string;
  note: string;
  addressOf: FigureAddress;
  sum: TaskFigures;
  each: readonly TaskFigures[];
}

function OverdueCard({ title, about, head, words, note, addressOf, sum, each }: OverdueCardProps) {
  const { bars, most } = overdueBars(sum, each);
  const left = withoutBar(each);
  const more = left > 0 ? ` Ещё ${counted(left, 'секретарь', 'секретаря', 'секретарей')}\u00A0— в таблице.` : '';
  return (
    <ChartCard
      sheet={overdueSheet(title, head, sum, each, addressOf)}
      about={about}
      lead={<OverdueLead sum={sum} words={words} addressOf={addressOf} />}
      note={`${note}${more}`}
      chart={
        <RowBars label="Доля просроченных поручений по секретарям; цифры в таблице рядом" bars={bars} most={most} />
      }
    />
  );
}

interface LeadProps {
  sum: TaskFigures;
  words: string;
  addressOf: FigureAddress;
}

/** «Просрочено 14 из 45 поручений со сроком в этот период: 31,1 %.» */
function OverdueLead({ sum: { total, overdue }, words, addressOf }: LeadProps) {
  if (total === 0) return `Поручений ${words} нет.`;
  const whole = (
    <>
      <FigureLink to={addressOf('due_tasks')}>{counted(total, 'поручения', 'поручений', 'поручений')}</FigureLink>{' '}
      {words}
    </>
  );
  if (overdue === 0) return <>Среди {whole} просроченных нет.</>;
  const share = `${formatNumber(shareOf(overdue, total) ?? 0)}\u00A0%`;
  return (
    <>
      Просрочено <FigureLink to={addressOf('overdue_tasks')}>{formatNumber(overdue)}</FigureLink> из {whole}:{' '}
      <FigureLink to={addressOf('overdue_tasks')}>{share}</FigureLink>.
    </>
  );
}

type Known = Pick<z.infer<typeof managerStatistics>, 'tasks' | 'done_tasks' | 'overdue_tasks'>;

/** Returns undefined where a provider does not tell the numbers of all and of overdue tasks. */
function figuresOf(
  { tasks, done_tasks, overdue_tasks }: Known,
  id: string,
  name?: string | null,
): TaskFigures | undefined {
  if (typeof tasks !== 'number' || typeof overdue_tasks !== 'number') return undefined;
  return { id, name, total: tasks, done: done_tasks ?? null, overdue: overdue_tasks };
}
