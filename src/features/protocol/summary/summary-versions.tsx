import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Summary } from '#contract/insights/summary.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { summaryVersionQuery } from '#src/data/summary/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { Button, DetailsSummary, SelectField, Skeleton } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';
import type { SummaryContent } from './summary-text.ts';
import { SummaryView, versionWords } from './summary-view.tsx';

interface SummaryVersionsProps {
  protocol: Protocol;
  summary: Summary | undefined;
  /** Called to continue with an older version. */
  onUse: (content: SummaryContent) => void;
}

/** Versions that were in force: each can be read, and restored as a new one. */
export function SummaryVersions({ protocol, summary, onUse }: SummaryVersionsProps) {
  const [chosen, choose] = useState(0);
  const [inForce, ...older] = summary?.versions ?? [];
  if (!inForce || older.length === 0) return null;
  return (
    <details className={styles.versions}>
      <DetailsSummary>Прежние версии: {older.length}</DetailsSummary>
      <SelectField label="Версия" value={chosen || ''} onChange={({ target }) => choose(Number(target.value))}>
        <option value="">Выберите версию</option>
        {older.map((each) => (
          <option key={each.version} value={each.version}>
            {versionWords(each)}
          </option>
        ))}
      </SelectField>
      {chosen ? <OlderVersion protocolId={protocol.id} version={chosen} onUse={onUse} /> : null}
    </details>
  );
}

interface OlderVersionProps {
  protocolId: string;
  version: number;
  onUse: SummaryVersionsProps['onUse'];
}

function OlderVersion({ protocolId, version, onUse }: OlderVersionProps) {
  const query = useQuery(summaryVersionQuery(protocolId, version));
  const { data } = query;
  if (!data && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!data) {
    return (
      <div role="status" aria-label="Загрузка...">
        <Skeleton width="88%" />
      </div>
    );
  }
  return (
    <div className={styles.older}>
      <SummaryView summary={data} />
      <div>
        <Button size="small" onClick={() => onUse(data)}>
          Вернуть эту версию
        </Button>
      </div>
    </div>
  );
}
