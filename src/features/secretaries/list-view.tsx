import UserX from 'lucide-react/icons/user-x';
import type * as z from 'zod/mini';
import type { managerStatistics } from '#contract/statistics/statistics.ts';
import { personName } from '#src/data/person/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { ButtonLink, Card, Counts, classNames, EmptyState, focusWhenLost, Skeleton } from '#src/ui/index.ts';
import { useFigureAddress } from './figure-address.ts';
import { SecretaryList } from './list/secretary-list.tsx';
import { SecretaryFigures } from './one/secretary-figures.tsx';
import styles from './secretaries.module.css';
import { type SecretariesPlace, secretariesAddress } from './secretaries-address.ts';
import type { useSecretaries } from './use-secretaries.ts';

interface ListViewProps {
  place: SecretariesPlace;
  people: ReturnType<typeof useSecretaries>;
}

/** The totals and the list, with the chosen secretary beside them. */
export function ListView({ place, people: { totals, found, all, chosen, isComing, list, isDown } }: ListViewProps) {
  const nobody = secretariesAddress({ ...place, id: undefined });
  const isUnknown = place.id !== undefined && all !== undefined && !chosen;
  // If the address names a secretary, their place is reserved while loading, and a phone does not flash the list.
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
            actions={
              <ButtonLink to={nobody} onClick={() => focusWhenLost(() => document.querySelector('h1'))}>
                Все секретари
              </ButtonLink>
            }
          >
            Возможно, его передали другому руководителю.
          </EmptyState>
        </Card>
      ) : null}
    </div>
  );
}

const widths = ['52%', '44%', '58%', '48%'];

/** Skeleton of the list. */
function SecretarySkeleton() {
  return (
    <div role="status" aria-label="Загрузка...">
      {widths.map((width) => (
        <div key={width} className={styles.skeleton}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}

/** Totals of all the manager's secretaries; loading while `totals` is undefined. */
function Totals({ totals }: { totals: z.infer<typeof managerStatistics> | undefined }) {
  const addressOf = useFigureAddress();
  return (
    <Counts
      none="Сервер не прислал показателей"
      isComing={totals === undefined}
      items={[
        { key: 'secretaries', value: totals?.secretaries, words: ['секретарь', 'секретаря', 'секретарей'] as const },
        { key: 'meetings', value: totals?.meetings, words: ['встреча', 'встречи', 'встреч'] as const },
        { key: 'protocols', value: totals?.protocols, words: ['протокол', 'протокола', 'протоколов'] as const },
        {
          key: 'final_protocols',
          value: totals?.final_protocols,
          words: ['итоговый протокол', 'итоговых протокола', 'итоговых протоколов'] as const,
        },
        { key: 'tasks', value: totals?.tasks, words: ['поручение', 'поручения', 'поручений'] as const },
        { key: 'done_tasks', value: totals?.done_tasks, words: ['выполнено', 'выполнено', 'выполнено'] as const },
        {
          key: 'overdue_tasks',
          value: totals?.overdue_tasks,
          words: ['просрочено', 'просрочено', 'просрочено'] as const,
          tone: 'bad' as const,
        },
      ].map((item) => ({ ...item, to: addressOf(item.key) }))}
    />
  );
}
