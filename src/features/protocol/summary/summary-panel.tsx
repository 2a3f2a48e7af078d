import Pencil from 'lucide-react/icons/pencil';
import { use, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { updateSummary } from '#src/data/summary/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatMoment } from '#src/format/index.ts';
import { ApiError, needsPerson, type OutboxRow, useQueuedMutations, variablesOf } from '#src/sync/index.ts';
import { Badge, Button, focusWhenLost, Skeleton } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import styles from '../editing/side-list.module.css';
import { DraftNotice, MakeSummary } from './make-summary.tsx';
import { ProposalList } from './proposal-list.tsx';
import { SummaryForm } from './summary-form.tsx';
import type { SummaryContent } from './summary-text.ts';
import { SummaryVersions } from './summary-versions.tsx';
import { isEmptySummary, makerWords, SummaryView } from './summary-view.tsx';
import { useSummary } from './use-summary.ts';

/** The initial values of the form, and the refused mutation that it resolves. */
interface OpenForm {
  begins?: SummaryContent | undefined;
  resolves?: OutboxRow | undefined;
}

/** «Итоги»: the summary of the meeting, in read and edit mode, with the proposals for the minutes. */
export function SummaryPanel({ protocol }: { protocol: Protocol }) {
  const query = useSummary(protocol.id);
  const { data: summary, error } = query;
  const { readOnly, typed } = use(EditingContext);
  const { ownSummaries: isAble } = useOffers();
  const refused = useQueuedMutations().find(
    (row) => variablesOf(updateSummary, row)?.protocolId === protocol.id && needsPerson(row),
  );
  const [form, setForm] = useState<OpenForm | undefined>(() => (typed.has('summary') ? {} : undefined));
  const [announcement, announce] = useState('');
  const edit = useRef<HTMLButtonElement>(null);
  const isAbsent = error instanceof ApiError && error.status === 404;
  if (!summary && !isAbsent && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!summary && !isAbsent) return <PartSkeleton />;
  const mayWrite = isAble && !readOnly && !isAbsent;
  const done = (words = '') => {
    announce(words);
    setForm(undefined);
    focusWhenLost(() => edit.current);
  };
  const refusedEdit = refused && variablesOf(updateSummary, refused);
  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {form && mayWrite ? (
        <SummaryForm
          protocol={protocol}
          summary={summary}
          begins={form.begins}
          resolves={form.resolves}
          onDone={done}
        />
      ) : (
        <div className={styles.summary}>
          <DraftNotice
            protocol={protocol}
            summary={mayWrite ? summary : undefined}
            onCompare={() => setForm({})}
            onAnnounce={announce}
          />
          {isEmptySummary(summary) ? (
            <p className={styles.nothing}>Итогов этой записи пока нет.</p>
          ) : (
            <>
              {isAble ? <SummaryHead summary={summary} /> : null}
              {summary ? <SummaryView summary={summary} /> : null}
            </>
          )}
          {mayWrite ? (
            <>
              <div className={styles.buttons}>
                <Button
                  ref={edit}
                  size="small"
                  icon={Pencil}
                  onClick={() =>
                    setForm(refusedEdit ? { begins: { ...refusedEdit, source: 'human' }, resolves: refused } : {})
                  }
                >
                  {refusedEdit ? 'Исправить неотправленное' : isEmptySummary(summary) ? 'Написать итоги' : 'Изменить'}
                </Button>
                <MakeSummary protocol={protocol} isFirst={isEmptySummary(summary)} />
              </div>
              <SummaryVersions protocol={protocol} summary={summary} onUse={(begins) => setForm({ begins })} />
            </>
          ) : null}
        </div>
      )}
      {mayWrite ? <ProposalList protocol={protocol} onAnnounce={announce} /> : null}
    </>
  );
}

function SummaryHead({ summary }: { summary: ReturnType<typeof useSummary>['data'] }) {
  if (!summary?.source) return null;
  return (
    <p className={styles.made}>
      <Badge>{makerWords(summary.source)}</Badge>
      {summary.unsent ? (
        <UnsentMark unsent={summary.unsent} />
      ) : summary.created_at ? (
        <span>{formatMoment(summary.created_at)}</span>
      ) : null}
    </p>
  );
}

function PartSkeleton() {
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
