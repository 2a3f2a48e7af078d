import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { keywordCollection, keywordListQuery } from '#src/data/keyword/index.ts';
import { SettingsTabs } from '#src/features/common/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { useListOrUnsent } from '#src/sync/index.ts';
import { Card, EmptyState, ListCount, PageHeader, Screen, ScreenBody, Skeleton } from '#src/ui/index.ts';
import { KeywordForm } from './keyword-form.tsx';
import { KeywordList } from './keyword-list.tsx';
import styles from './keywords.module.css';

/** /main/settings/keywords: the words that the transcripts are searched for. */
export function KeywordsScreen() {
  const { query, unread } = useListOrUnsent(keywordCollection, keywordListQuery());
  const [announcement, setAnnouncement] = useState('');
  const { data } = query;
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
          <KeywordForm
            existing={data ?? unread ?? []}
            onAdded={(name, kept) => setAnnouncement(addedWords(name, kept))}
          />
          <div className={styles.part}>
            {unread ? (
              <>
                <p className={styles.note}>
                  Показано только то, что ещё не отправлено: остальные слова появятся, когда вернётся подключение.
                </p>
                <KeywordList keywords={unread} onAnnounce={setAnnouncement} />
              </>
            ) : (
              <QueryView query={query} skeleton={<KeywordSkeleton />}>
                {(keywords) => (
                  <>
                    <KeywordList keywords={keywords} onAnnounce={setAnnouncement} />
                    {keywords.length === 0 ? (
                      <EmptyState icon={KeyRound} title="Ключевых слов пока нет">
                        Добавьте слова, которые важны в записях: «поручить», «срок», «бюджет».
                      </EmptyState>
                    ) : null}
                  </>
                )}
              </QueryView>
            )}
          </div>
        </Card>
      </ScreenBody>
    </Screen>
  );
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
