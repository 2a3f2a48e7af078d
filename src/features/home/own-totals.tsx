import { useQuery } from '@tanstack/react-query';
import { applyToCounts, entityStatisticsQuery } from '#src/data/statistics/index.ts';
import { EntityCounts } from '#src/features/common/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';
import { Card, layout, Skeleton } from '#src/ui/index.ts';
import { useOwnId } from './own-id.ts';

/** How much of each the secretary has, with what is unsent. */
export function OwnTotals() {
  const id = useOwnId();
  const writes = useQueuedMutations();
  const query = useQuery({ ...entityStatisticsQuery(id ?? ''), enabled: id !== undefined });
  return (
    <Card title="Всего у вас">
      <QueryView query={query} skeleton={<FigureSkeleton rows={3} />}>
        {(counts) => <EntityCounts counts={applyToCounts(counts, writes, query.dataUpdatedAt)} />}
      </QueryView>
    </Card>
  );
}

/** In the place of figures that are still coming. */
export function FigureSkeleton({ rows }: { rows: number }) {
  return (
    <div className={layout.stack(3)} role="status" aria-label="Загрузка...">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and stay in their places
        <Skeleton key={index} width="100%" height={38} />
      ))}
    </div>
  );
}
