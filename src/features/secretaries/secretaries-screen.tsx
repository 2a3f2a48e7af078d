import SearchX from 'lucide-react/icons/search-x';
import UserX from 'lucide-react/icons/user-x';
import UsersRound from 'lucide-react/icons/users-round';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/button-link.tsx';
import { Card } from '#src/components/card.tsx';
import { classNames } from '#src/components/class-names.ts';
import { ConnectionBanner } from '#src/components/connection-banner.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ListSearch } from '#src/components/list-search.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { Screen } from '#src/components/screen.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { matchPeople, personName } from '#src/lib/people.ts';
import { MeetingDays } from './meeting-days.tsx';
import styles from './secretaries.module.css';
import { readSecretariesPlace, type SecretariesPlace, secretariesAddress } from './secretaries-address.ts';
import { SecretaryFigures } from './secretary-figures.tsx';
import { SecretarySkeleton } from './secretary-skeleton.tsx';
import { SecretaryTable } from './secretary-table.tsx';
import { Totals } from './totals.tsx';
import { type Secretary, useSecretaries } from './use-secretaries.ts';

/** /main/secretaries: the manager's secretaries with their figures; ?id= opens those of one. */
export function SecretariesScreen() {
  const [query, setQuery] = useSearchParams();
  const place = readSecretariesPlace(query);
  const { totals, secretaries, list, isDown } = useSecretaries();
  const chosen = secretaries?.find(({ id }) => id === place.id);
  const found = secretaries && (place.search ? matchPeople(secretaries, place.search) : secretaries);
  const search = (text?: string) =>
    setQuery({ ...(place.id ? { id: place.id } : {}), ...(text ? { search: text } : {}) }, { replace: true });

  return (
    <Screen>
      <PageHeader
        title="Секретари"
        count={secretaries?.length}
        actions={
          <div className={styles.search}>
            <ListSearch label="Поиск по имени" value={place.search} onSearch={search} />
          </div>
        }
      />
      <ConnectionBanner shownAt={list.data ? list.dataUpdatedAt : undefined} />
      <div className={classNames(styles.columns, chosen && styles.withChosen)}>
        <div className={styles.main}>
          {isDown ? null : (
            <Card title="Всего">
              <QueryView query={totals} skeleton={<Skeleton width="100%" height={116} />}>
                {(data) => <Totals totals={data} />}
              </QueryView>
            </Card>
          )}
          <Card bare>
            {found ? (
              <Found found={found} all={secretaries.length} place={place} />
            ) : (
              <QueryView query={list} skeleton={<SecretarySkeleton />}>
                {() => <SecretarySkeleton />}
              </QueryView>
            )}
          </Card>
        </div>
        <div className={styles.side}>
          {chosen ? (
            <SecretaryFigures
              key={chosen.id}
              id={chosen.id}
              name={personName(chosen)}
              back={secretariesAddress({ ...place, id: undefined })}
            />
          ) : null}
          {place.id && secretaries && !chosen ? <Unknown place={place} /> : null}
          {isDown ? null : <MeetingDays />}
        </div>
      </div>
    </Screen>
  );
}

interface FoundProps {
  found: Secretary[];
  all: number;
  place: SecretariesPlace;
}

function Found({ found, all, place }: FoundProps) {
  if (found.length > 0) return <SecretaryTable secretaries={found} place={place} />;
  if (all > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Никого не нашли"
        actions={
          <ButtonLink to={secretariesAddress({ ...place, search: undefined })}>Показать всех секретарей</ButtonLink>
        }
      >
        Попробуйте другое имя.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={UsersRound}
      title="Секретарей пока нет"
      actions={<ButtonLink to="/main/settings/users">К пользователям</ButtonLink>}
    >
      Добавьте секретаря в разделе «Пользователи»: здесь появятся его показатели.
    </EmptyState>
  );
}

function Unknown({ place }: { place: SecretariesPlace }) {
  return (
    <Card>
      <EmptyState
        icon={UserX}
        title="Такого секретаря у вас нет"
        actions={<ButtonLink to={secretariesAddress({ ...place, id: undefined })}>Все секретари</ButtonLink>}
      >
        Возможно, его передали другому руководителю.
      </EmptyState>
    </Card>
  );
}
