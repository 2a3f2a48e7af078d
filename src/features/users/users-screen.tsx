import { keepPreviousData, useQuery } from '@tanstack/react-query';
import UsersRound from 'lucide-react/icons/users-round';
import { useSearchParams } from 'react-router-dom';
import { roleWords } from '#contract/roles.ts';
import type { User } from '#contract/user.ts';
import { Badge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { DataList, type DataRow } from '#src/components/data-list.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Pagination } from '#src/components/pagination.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { Screen } from '#src/components/screen.tsx';
import { SettingsTabs } from '#src/components/settings-tabs.tsx';
import { userListQuery } from './user-list-query.ts';

/** /main/settings/users */
export function UsersScreen() {
  const [address] = useSearchParams();
  const page = Math.max(1, Number(address.get('page')) || 1);
  const query = useQuery({ ...userListQuery(page), placeholderData: keepPreviousData });
  return (
    <Screen>
      <PageHeader title="Пользователи" count={query.data?.meta.total} />
      <SettingsTabs />
      <Card bare>
        <QueryView query={query}>
          {({ rows }) =>
            rows.length > 0 ? (
              <DataList label="Пользователи" rows={rows.map(userRow)} />
            ) : (
              <EmptyState icon={UsersRound} title="Пользователей пока нет" />
            )
          }
        </QueryView>
      </Card>
      {query.data ? (
        <Pagination
          page={query.data.meta.current_page}
          perPage={query.data.meta.per_page}
          rows={query.data.rows.length}
          total={query.data.meta.total}
          lastPage={query.data.meta.last_page}
          hasNext={query.data.meta.has_next}
          href={(number) => `/main/settings/users?page=${number}`}
        />
      ) : null}
    </Screen>
  );
}

function userRow({ id, name, email, role, position, is_blocked }: User): DataRow {
  return {
    id,
    title: name || email || 'Без имени',
    note: [role && roleWords[role], position, name && email].filter(Boolean).join(' · '),
    aside: is_blocked ? <Badge tone="bad">Заблокирован</Badge> : undefined,
  };
}
