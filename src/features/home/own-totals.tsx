import { useQuery } from '@tanstack/react-query';
import { heldAddress } from '#src/data/meeting/index.ts';
import { currentUserQuery } from '#src/data/person/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { applyToCounts, entityStatisticsQuery } from '#src/data/statistics/index.ts';
import { EntityCounts } from '#src/features/badges/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { useQueuedMutations, useReadStart, useSession } from '#src/sync/index.ts';
import { layout, Skeleton } from '#src/ui/index.ts';
import { HomeSection } from './home-section.tsx';

/** Addresses where what the figures count is listed, by key. */
const listed: Record<string, string> = {
  meetings: heldAddress({ list: 'all' }),
  coming_meetings: heldAddress({ list: 'coming' }),
  protocols: '/main/protocols',
  final_protocols: '/main/protocols?stage=final',
  tasks: '/main/protocols?tab=tasks',
  keywords: '/main/settings/keywords',
};

/** Returns the id of the signed-in person; undefined until it is known. */
export function useOwnId(): string | undefined {
  const { userId } = useSession();
  const me = useQuery({ ...currentUserQuery(), enabled: userId === undefined });
  return userId ?? me.data?.id;
}

/** Totals of the secretary, unsent mutations included. */
export function OwnTotals() {
  const id = useOwnId();
  const queued = useQueuedMutations();
  const { heldMeetings } = useOffers();
  const statistics = entityStatisticsQuery(id ?? '');
  const query = useQuery({ ...statistics, enabled: id !== undefined });
  const readAt = useReadStart(statistics.queryKey);
  // A calendar has no days that hold all of them.
  const linkOf = (key: string) => (heldMeetings || !key.endsWith('meetings') ? listed[key] : undefined);
  return (
    <HomeSection title="Всего у вас">
      <QueryView query={query} skeleton={<FigureSkeleton rows={3} />}>
        {(counts) => <EntityCounts counts={applyToCounts(counts, queued, readAt)} linkOf={linkOf} />}
      </QueryView>
    </HomeSection>
  );
}

/** Skeleton of figures. */
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
