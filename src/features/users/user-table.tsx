import type { UseQueryResult } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import UsersRound from 'lucide-react/icons/users-round';
import type { Page } from '#contract/envelope.ts';
import type { User } from '#contract/identity/user.ts';
import { usePeopleNames } from '#src/data/person/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { ButtonLink, EmptyState, LongRows, manyRows, Table, TableGap } from '#src/ui/index.ts';
import type { Actor } from './rights.ts';
import { type UserActions, UserRow, UserRowSkeleton } from './user-row.tsx';
import styles from './users.module.css';
import type { UsersPlace } from './users-address.ts';

interface UserTableProps extends UserActions {
  list: UseQueryResult<Page<User>>;
  place: UsersPlace;
  actor: Actor;
}

const skeletonRows = Array.from({ length: 15 }, (_, index) => `row ${index}`);
const head = (
  <>
    <th scope="col">Имя</th>
    <th scope="col">E-mail</th>
    <th scope="col">Роль</th>
    <th scope="col" className={styles.menu}>
      <span className="visually-hidden">Действия</span>
    </th>
  </>
);

/** Rows of the list, or the reason why there are none and what to do. */
export function UserTable({ list, place, actor, ...actions }: UserTableProps) {
  const skeleton = (
    <Table label="Пользователи" head={head} busy>
      {skeletonRows.map((key) => (
        <UserRowSkeleton key={key} />
      ))}
    </Table>
  );
  // A manager sees only their own secretaries, so managers are named for administrators only.
  const managed = (list.data?.rows ?? []).filter(({ role }) => actor.role === 'admin' && role === 'secretary');
  const managers = usePeopleNames(managed.map(({ manager_id }) => manager_id));
  return (
    <QueryView query={list} skeleton={skeleton}>
      {({ rows }) =>
        rows.length > 0 ? (
          <Table
            label="Пользователи"
            head={head}
            busy={list.isPlaceholderData}
            rowCount={rows.length >= manyRows ? rows.length : undefined}
          >
            <LongRows rows={rows} estimate={56}>
              {(shown) =>
                shown.map((each) =>
                  each.kind === 'gap' ? (
                    <TableGap key={each.key} height={each.height} />
                  ) : (
                    <UserRow
                      key={each.row.id}
                      user={each.row}
                      index={each.index}
                      ties={each.ties}
                      actor={actor}
                      manager={each.row.role === 'secretary' ? managers.get(each.row.manager_id ?? '') : undefined}
                      {...actions}
                    />
                  ),
                )
              }
            </LongRows>
          </Table>
        ) : (
          <NoUsers place={place} />
        )
      }
    </QueryView>
  );
}

function NoUsers({ place }: { place: UsersPlace }) {
  if (place.search || place.page > 1) {
    return (
      <EmptyState
        icon={SearchX}
        title={place.search ? 'Никого не нашли' : 'На этой странице никого нет'}
        actions={<ButtonLink to="/main/settings/users">Показать всех</ButtonLink>}
      >
        {place.search ? 'Попробуйте начало имени, должности или e-mail.' : 'Список короче, чем был.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={UsersRound} title="Пользователей пока нет">
      Добавьте первого: приглашение придёт ему на почту.
    </EmptyState>
  );
}
