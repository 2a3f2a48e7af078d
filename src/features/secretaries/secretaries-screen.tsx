import { useQuery } from '@tanstack/react-query';
import UsersRound from 'lucide-react/icons/users-round';
import { Badge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { DataList } from '#src/components/data-list.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { Screen } from '#src/components/screen.tsx';
import { counted } from '#src/lib/plurals.ts';
import { managerStatisticsQuery } from './manager-statistics-query.ts';

/** /main/secretaries: the manager's secretaries with their figures. */
export function SecretariesScreen() {
  const query = useQuery(managerStatisticsQuery());
  return (
    <Screen>
      <PageHeader title="Секретари" count={query.data?.by_secretary?.length} />
      <Card bare>
        <QueryView query={query}>
          {({ by_secretary }) =>
            by_secretary?.length ? (
              <DataList
                label="Секретари"
                rows={by_secretary.map(({ id, name, meetings, protocols, tasks, overdue_tasks }) => ({
                  id,
                  title: name || 'Без имени',
                  note: [
                    counted(meetings ?? 0, 'встреча', 'встречи', 'встреч'),
                    counted(protocols ?? 0, 'протокол', 'протокола', 'протоколов'),
                    counted(tasks ?? 0, 'поручение', 'поручения', 'поручений'),
                  ].join(' · '),
                  aside: overdue_tasks ? <Badge tone="bad">Просрочено: {overdue_tasks}</Badge> : undefined,
                }))}
              />
            ) : (
              <EmptyState icon={UsersRound} title="Секретарей пока нет" />
            )
          }
        </QueryView>
      </Card>
    </Screen>
  );
}
