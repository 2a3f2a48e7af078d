import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/button-link.tsx';
import { Card } from '#src/components/card.tsx';
import { ConnectionBanner } from '#src/components/connection-banner.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Pagination } from '#src/components/pagination.tsx';
import { protocolListQuery } from '#src/lib/queries/protocols.ts';
import { type ListPlace, listQueryString, readListPlace } from './list-address.ts';
import { ListSearch } from './list-search.tsx';
import styles from './protocol-list.module.css';
import { ProtocolList } from './protocol-list.tsx';
import { StageFilter } from './stage-filter.tsx';

/** /main/protocols: pages of 15 in the address. */
export function ProtocolListScreen() {
  const [query, setQuery] = useSearchParams();
  const place = readListPlace(query);
  const list = useQuery({ ...protocolListQuery(place), placeholderData: keepPreviousData });
  const { data } = list;

  const go = (change: Partial<ListPlace>, replace = false) =>
    setQuery(listQueryString({ ...place, page: 1, ...change }), { replace });

  return (
    <div className={styles.screen}>
      <PageHeader
        title="Протоколы"
        count={data?.meta.total}
        actions={
          <div className={styles.controls}>
            <ListSearch value={place.search} onSearch={(search) => go({ search }, true)} />
            <StageFilter value={place.stage} onChange={(stage) => go({ stage })} />
            <ButtonLink variant="primary" icon={Plus} to="/main/protocols/add">
              Новый протокол
            </ButtonLink>
          </div>
        }
      />
      <ConnectionBanner shownAt={data ? list.dataUpdatedAt : undefined} />
      <div>
        <Card bare className={list.isPlaceholderData ? styles.stale : undefined}>
          <ProtocolList list={list} place={place} />
        </Card>
        {data && data.rows.length > 0 ? (
          <Pagination
            page={data.meta.current_page}
            perPage={data.meta.per_page}
            rows={data.rows.length}
            total={data.meta.total}
            lastPage={data.meta.last_page}
            hasNext={data.meta.has_next}
            href={(page) => `/main/protocols${listQueryString({ ...place, page })}`}
          />
        ) : null}
      </div>
    </div>
  );
}
