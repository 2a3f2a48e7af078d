import type { UseQueryResult } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useRef, useState } from 'react';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { keywordCollection, keywordListQuery } from '#src/data/keyword/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { SettingsTabs } from '#src/features/tabs/index.ts';
import { type Optimistic, useListOrUnsent } from '#src/sync/index.ts';
import { Card, EmptyState, ListCount, PageHeader, Screen, ScreenBody, Skeleton } from '#src/ui/index.ts';
import { KeywordForm } from './keyword-form.tsx';
import { KeywordList } from './keyword-list.tsx';
import styles from './keywords.module.css';

/** /main/settings/keywords: the words that the transcripts are searched for. */
export function KeywordsScreen() {
  const { query, unread } = useListOrUnsent(keywordCollection, keywordListQuery());
  const [announcement, setAnnouncement] = useState('');
  const { data } = query;
  const alone = useAloneUntilRead(unread, query);
  const shown = data ?? alone;
  return (
    <Screen>
      <PageHeader title="Ключевые слова" count={<ListCount of={data?.length} />} />
      <SettingsTabs />
      <ConnectionBanner shownAt={data ? query.dataUpdatedAt : undefined} />
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <ScreenBody>
        <Card bare className={styles.card}>
          <KeywordForm existing={shown ?? []} onAdded={(name, kept) => setAnnouncement(addedWords(name, kept))} />
          <div className={styles.part}>
            {alone ? (
              <p className={styles.note}>
                Показано только то, что ещё не отправлено: остальные слова появятся, когда вернётся подключение.
              </p>
            ) : null}
            {shown ? (
              <KeywordList keywords={shown} onAnnounce={setAnnouncement} />
            ) : (
              <QueryView query={query} skeleton={<KeywordSkeleton />}>
                {() => null}
              </QueryView>
            )}
            {shown?.length === 0 ? (
              <EmptyState icon={KeyRound} title="Ключевых слов пока нет">
                Добавьте слова, которые важны в записях: «поручить», «срок», «бюджет».
              </EmptyState>
            ) : null}
          </div>
        </Card>
      </ScreenBody>
    </Screen>
  );
}

/**
 * Returns the unsent keywords while nothing else is known. They stay while the list is read once the connection is
 * back: one of them may be being renamed, and the typed name would be lost with its row.
 */
function useAloneUntilRead(
  unread: Optimistic<Keyword>[] | undefined,
  { data, fetchStatus }: Pick<UseQueryResult<Optimistic<Keyword>[]>, 'data' | 'fetchStatus'>,
): Optimistic<Keyword>[] | undefined {
  const last = useRef(unread);
  if (unread || data || fetchStatus !== 'fetching') last.current = unread;
  return last.current;
}

function addedWords(name: string, kept: boolean): string {
  return kept ? `Сохранено на устройстве, ожидает отправки: ${name}` : `Добавлено: ${name}`;
}

const widths = ['30%', '22%', '38%', '26%', '34%', '20%'];

/** Skeleton of the list. */
function KeywordSkeleton() {
  return (
    <div role="status" aria-label="Загрузка...">
      {widths.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
