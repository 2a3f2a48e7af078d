import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Page } from '#contract/envelope.ts';
import { protocolAddress } from '#contract/protocol-address.ts';
import type { WaitingReport } from '#contract/tasks/report.ts';
import { stageNumber } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Card } from '#src/ui/index.ts';
import { placeParameter } from '../playback/moment-query.ts';
import styles from '../tasks/report.module.css';
import { Waiting } from '../tasks/task-report.tsx';
import { taskTitle } from '../tasks/task-title.ts';

interface WaitingReportListProps {
  waiting: Page<Optimistic<WaitingReport>>;
  onAnnounce: (words: string) => void;
}

/**
 * «Ждут подтверждения»: reports of assignees that wait for an answer, the oldest first. The home screen links here with
 * `?show=reports`.
 */
export function WaitingReportList({ waiting, onAnnounce }: WaitingReportListProps) {
  const [query] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsked = query.get(placeParameter) === 'reports';
  useEffect(() => {
    if (isAsked) heading.current?.focus();
  }, [isAsked]);
  return (
    <Card bare>
      <section className={styles.section} aria-labelledby="waiting-reports">
        <h2 ref={heading} id="waiting-reports" tabIndex={-1}>
          Ждут подтверждения: {waiting.meta.total ?? waiting.rows.length}
        </h2>
        {(waiting.meta.total ?? 0) > waiting.rows.length ? (
          <p className={styles.note}>
            Показаны первые {waiting.rows.length}: остальные появятся, когда вы ответите на эти.
          </p>
        ) : null}
        <ul aria-label="Ждут подтверждения">
          {waiting.rows.map((report) => {
            const { protocol_id, protocol_title, protocol_number } = report.task;
            const named = [protocol_number ? stageNumber(protocol_number) : '', protocol_title ?? ''].filter(Boolean);
            return (
              <li key={report.id} className={styles.waiting}>
                <div>
                  <p dir="auto" className={styles.title}>
                    {taskTitle(report.task)}
                  </p>
                  {protocol_id ? (
                    <Link className={styles.protocol} dir="auto" to={protocolAddress(protocol_id)}>
                      {named.join(' · ') || 'Протокол'}
                    </Link>
                  ) : null}
                </div>
                <Waiting report={report} isListed onAnnounce={onAnnounce} />
              </li>
            );
          })}
        </ul>
      </section>
    </Card>
  );
}
