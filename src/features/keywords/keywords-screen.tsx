import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { Card } from '#src/components/card.tsx';
import { DataList } from '#src/components/data-list.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { Screen } from '#src/components/screen.tsx';
import { SettingsTabs } from '#src/components/settings-tabs.tsx';
import { keywordListQuery } from './keyword-list-query.ts';

/** /main/settings/keywords */
export function KeywordsScreen() {
  const query = useQuery(keywordListQuery());
  return (
    <Screen>
      <PageHeader title="Ключевые слова" count={query.data?.length} />
      <SettingsTabs />
      <Card bare>
        <QueryView query={query}>
          {(keywords) =>
            keywords.length > 0 ? (
              <DataList
                label="Ключевые слова"
                rows={keywords.map(({ id, name }) => ({ id, title: name || 'Без названия' }))}
              />
            ) : (
              <EmptyState icon={KeyRound} title="Ключевых слов пока нет" />
            )
          }
        </QueryView>
      </Card>
    </Screen>
  );
}
