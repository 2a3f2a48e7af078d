import { useQuery } from '@tanstack/react-query';
import type { Protocol } from '#contract/protocol.ts';
import type { Summary } from '#contract/summary.ts';
import { QueryError } from '#src/components/query-error.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { ApiError } from '#src/lib/api-errors.ts';
import { MomentButton } from './moment-button.tsx';
import styles from './side-list.module.css';
import { summaryQuery } from './summary-query.ts';

/** «Итоги»: the text and the points of the summary, each with the moment it came from. */
export function SummaryPanel({ protocol }: { protocol: Protocol }) {
  const query = useQuery(summaryQuery(protocol.id));
  const { data, error } = query;
  const isAbsent = error instanceof ApiError && error.status === 404;
  if (!data && !isAbsent && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!data && !isAbsent) return <Bones />;
  const points = data?.points ?? [];
  if (points.length === 0 && !data?.text?.trim()) return <p className={styles.empty}>Итогов этой записи пока нет.</p>;
  return (
    <div className={styles.summary}>
      {data?.text?.trim() && !repeats(data.text, points) ? <p className={styles.text}>{data.text}</p> : null}
      {points.length > 0 ? (
        <ul>
          {keyed(points).map(({ key, text, evidence }) => (
            <li key={key} className={styles.row}>
              <span className={styles.main}>{text}</span>
              {evidence ? <MomentButton evidence={evidence} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {data?.source ? <p className={styles.note}>{sourceWords(data.source)}</p> : null}
    </div>
  );
}

function sourceWords(source: NonNullable<Summary['source']>): string {
  if (source === 'human') return 'Составлено человеком.';
  if (source === 'llm') return 'Составлено языковой моделью по расшифровке: проверьте перед отправкой.';
  return 'Выбрано из расшифровки автоматически: проверьте перед отправкой.';
}

/** An extract is the points put together: they say it once, with their moments. */
function repeats(text: string, points: NonNullable<Summary['points']>): boolean {
  return points.length > 0 && points.every((point) => text.includes(point.text));
}

function keyed(points: NonNullable<Summary['points']>) {
  return points.map((point, index) => ({ ...point, key: `${index} ${point.text}` }));
}

function Bones() {
  return (
    <div className={styles.summary} role="status" aria-label="Загрузка...">
      {['94%', '82%', '88%'].map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
