import UserX from 'lucide-react/icons/user-x';
import { personName } from '#src/data/person/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { ButtonLink, Card, classNames, EmptyState, Skeleton } from '#src/ui/index.ts';
import { SecretaryList } from './list/secretary-list.tsx';
import { SecretarySkeleton } from './list/secretary-skeleton.tsx';
import { Totals } from './list/totals.tsx';
import { SecretaryFigures } from './one/secretary-figures.tsx';
import styles from './secretaries.module.css';
import { type SecretariesPlace, secretariesAddress } from './secretaries-address.ts';
import type { useSecretaries } from './use-secretaries.ts';

interface ListViewProps {
  place: SecretariesPlace;
  people: ReturnType<typeof useSecretaries>;
}

/** The sums, the list, and beside it the one who is chosen. */
export function ListView({ place, people: { totals, found, all, chosen, isComing, list, isDown } }: ListViewProps) {
  const nobody = secretariesAddress({ ...place, id: undefined });
  const isUnknown = place.id !== undefined && all !== undefined && !chosen;
  // Whoever comes by an address that names one finds their place kept, and on a phone no list that goes at once.
  return (
    <div
      className={classNames(
        styles.columns,
        (chosen || isUnknown || isComing) && styles.two,
        (chosen || isComing) && styles.withChosen,
      )}
    >
      <div className={styles.main}>
        {isDown ? null : (
          <Card title="Всего">
            <QueryView query={totals} skeleton={<Totals totals={undefined} />}>
              {(data) => <Totals totals={data} />}
            </QueryView>
          </Card>
        )}
        <Card bare>
          {found && all !== undefined ? (
            <SecretaryList found={found} all={all} place={place} />
          ) : (
            <QueryView query={list} skeleton={<SecretarySkeleton />}>
              {() => <SecretarySkeleton />}
            </QueryView>
          )}
        </Card>
      </div>
      {chosen ? (
        <SecretaryFigures key={chosen.id} id={chosen.id} name={personName(chosen)} back={nobody} place={place} />
      ) : null}
      {isComing ? (
        <Card>
          <Skeleton width="100%" height={210} />
        </Card>
      ) : null}
      {isUnknown ? (
        <Card>
          <EmptyState
            icon={UserX}
            title="Такого секретаря у вас нет"
            actions={<ButtonLink to={nobody}>Все секретари</ButtonLink>}
          >
            Возможно, его передали другому руководителю.
          </EmptyState>
        </Card>
      ) : null}
    </div>
  );
}
