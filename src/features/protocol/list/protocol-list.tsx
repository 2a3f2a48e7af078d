import type { UseQueryResult } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import SearchX from 'lucide-react/icons/search-x';
import type { Page } from '#contract/envelope.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useUploadNotes, useUploadProgress } from '#src/data/recording/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { ButtonLink, EmptyState, Table } from '#src/ui/index.ts';
import type { ListPlace } from './list-address.ts';
import { isMissing, ListError } from './list-error.tsx';
import styles from './protocol-list.module.css';
import { ProtocolRow, ProtocolRowSkeleton } from './protocol-row.tsx';

interface ProtocolListProps {
  list: UseQueryResult<Page<Optimistic<Protocol>>>;
  place: ListPlace;
  onDelete: (protocol: Protocol) => void;
}

const skeletonRows = Array.from({ length: 15 }, (_, index) => `skeleton-${index}`);

/** The rows of the list, or why there are none and what to do. */
export function ProtocolList({ list, place, onDelete }: ProtocolListProps) {
  const notes = useUploadNotes();
  const progress = useUploadProgress();
  const { data } = list;
  if (isMissing(list)) return <ListError list={list} />;
  if (data?.rows.length === 0) return <NoProtocols place={place} />;
  return (
    <Table label="Протоколы" head={<ProtocolListHead />} busy={!data || list.isPlaceholderData}>
      {data
        ? data.rows.map((protocol) => (
            <ProtocolRow
              key={protocol.id}
              protocol={protocol}
              note={notes.get(protocol.id)}
              progress={progress.get(protocol.id)}
              onDelete={onDelete}
            />
          ))
        : skeletonRows.map((key) => <ProtocolRowSkeleton key={key} />)}
    </Table>
  );
}

function NoProtocols({ place }: { place: ListPlace }) {
  const { page: _page, ...asked } = place;
  if (Object.values(asked).some(Boolean)) {
    return (
      <EmptyState
        icon={SearchX}
        title="Ничего не нашлось"
        actions={<ButtonLink to="/main/protocols">Показать все протоколы</ButtonLink>}
      >
        Попробуйте другое слово или снимите отбор.
      </EmptyState>
    );
  }
  if (place.page > 1) {
    return (
      <EmptyState
        icon={FileText}
        title="На этой странице ничего нет"
        actions={<ButtonLink to="/main/protocols">К первой странице</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      icon={FileText}
      title="Протоколов пока нет"
      actions={<ButtonLink to="/main/protocols/add">Создать протокол</ButtonLink>}
    >
      Создайте первый: название и дата встречи, потом запись, повестка и решения.
    </EmptyState>
  );
}

function ProtocolListHead() {
  return (
    <>
      <th scope="col" className={styles.number}>
        №
      </th>
      <th scope="col">Название</th>
      <th scope="col">Дата</th>
      <th scope="col">Стадия</th>
      <th scope="col" className={styles.tasks}>
        Поручения
      </th>
      <th scope="col" className={styles.members}>
        Участники
      </th>
      <th scope="col" className={styles.menu}>
        <span className="visually-hidden">Действия</span>
      </th>
    </>
  );
}
