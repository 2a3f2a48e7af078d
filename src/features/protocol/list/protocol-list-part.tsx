import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Stage, stages, stageWords } from '#contract/stage.ts';
import { useProtocolList } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { isUnsentAlone } from '#src/sync/index.ts';
import {
  ButtonLink,
  Card,
  FoundCount,
  focusWhenLost,
  ListCount,
  ListSearch,
  PageHeader,
  Pagination,
  ScreenBody,
  useMediaQuery,
} from '#src/ui/index.ts';
import { DeleteProtocolQuestion, useProtocolDeletion } from '../editing/delete-protocol.tsx';
import { type ListPlace, listQueryString, readListPlace } from './list-address.ts';
import { ChoiceFilter, useListFilters } from './list-filters.tsx';
import styles from './protocol-list.module.css';
import { ProtocolList } from './protocol-list.tsx';

/** Protocols in pages of 15; page, search and stage are in the address. */
export function ProtocolListPart({ tabs }: { tabs: ReactNode }) {
  const [query, setQuery] = useSearchParams();
  const place = readListPlace(query);
  const list = useProtocolList(place);
  const { protocolFilters, listFilters } = useOffers();
  const { data } = list;
  const isPart = isUnsentAlone(list);

  const go = (change: Partial<ListPlace>, replace = false) =>
    setQuery(listQueryString({ ...place, page: 1, ...change }), { replace });

  const filters = useListFilters({ tab: 'protocols', place, onChange: go });

  const deletion = useProtocolDeletion((gone) => {
    // If it was the last row of a page, the list moves to the page before.
    if (place.page > 1 && data?.rows.every(({ id }) => id === gone.id)) go({ page: place.page - 1 }, true);
    focusWhenLost(() => document.querySelector('h1'));
  });

  const isPhone = useMediaQuery('phone');
  const create = (
    <ButtonLink variant="primary" icon={Plus} to="/main/protocols/add">
      Новый протокол
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Протоколы"
        count={<ListCount of={data?.meta.total} />}
        lead={isPhone ? create : null}
        actions={
          <div className={styles.controls}>
            {protocolFilters ? (
              <>
                <ListSearch
                  label="Поиск по протоколам"
                  value={place.search}
                  onSearch={(search) => go({ search }, true)}
                />
                <StageFilter value={place.stage} onChange={(stage) => go({ stage })} />
                {listFilters ? filters.button : null}
              </>
            ) : null}
            {isPhone ? null : create}
          </div>
        }
      />
      {tabs}
      {listFilters ? filters.fields : null}
      <FoundCount
        asked={listQueryString({ ...place, page: 1 })}
        total={list.isPlaceholderData ? undefined : data && (data.meta.total ?? null)}
      />
      <ConnectionBanner shownAt={list.dataUpdatedAt || undefined} />
      <ScreenBody light>
        <div>
          <Card bare className={list.isPlaceholderData ? styles.stale : undefined}>
            {isPart ? (
              <p className={styles.note}>
                Показано только то, что ещё не отправлено: остальные протоколы появятся, когда вернётся подключение.
              </p>
            ) : null}
            <ProtocolList list={list} place={place} onDelete={deletion.start} />
          </Card>
          <Pagination
            of={isPart ? undefined : data}
            href={(page) => `/main/protocols${listQueryString({ ...place, page })}`}
          />
        </div>
      </ScreenBody>
      <DeleteProtocolQuestion deletion={deletion} />
    </>
  );
}

interface StageFilterProps {
  value: Stage | undefined;
  onChange: (stage: Stage | undefined) => void;
}

/** Filter of the protocols by stage. */
function StageFilter(props: StageFilterProps) {
  return <ChoiceFilter label="Стадия" all="Все стадии" choices={stages} words={stageWords} {...props} />;
}
