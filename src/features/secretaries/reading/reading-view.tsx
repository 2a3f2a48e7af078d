import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import FileX from 'lucide-react/icons/file-x';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useEffect } from 'react';
import { useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import type { Page } from '#contract/envelope.ts';
import {
  besideReader,
  type ReadingPlace,
  readingAddress,
  readMeetingsQuery,
  readProtocolsQuery,
  readTasksQuery,
  type ReadingView as View,
} from '#src/data/reading/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { ApiError } from '#src/sync/index.ts';
import { ButtonLink, Card, EmptyState, FoundCount, focusWhenLost, Pagination } from '#src/ui/index.ts';
import type { Secretary } from '../list/figures.ts';
import { MeetingList } from './meeting-list.tsx';
import { ProtocolList } from './protocol-list.tsx';
import styles from './reading.module.css';
import { type KnownNames, ReadingChips } from './reading-chips.tsx';
import { ReadingFields } from './reading-fields.tsx';
import { TaskGroups } from './task-groups.tsx';
import { TaskList } from './task-list.tsx';
import { totalWords } from './total-words.ts';

interface ReadingViewProps {
  place: ReadingPlace;
  secretaries: readonly Secretary[];
  /** Id of the protocol that is open beside the list. */
  open: string | undefined;
}

/** Lists behind the figures: tasks, protocols or meetings of the secretaries, filtered and paged. */
export function ReadingView(props: ReadingViewProps) {
  const isFollowed = useNavigationType() === 'PUSH';
  useEffect(() => {
    // The figure that led here was removed with its screen.
    if (isFollowed) focusWhenLost(() => document.querySelector('h1'));
  }, [isFollowed]);
  if (props.place.view === 'tasks') return <Tasks {...props} />;
  return props.place.view === 'protocols' ? <Protocols {...props} /> : <Meetings {...props} />;
}

function Tasks({ place, secretaries, open }: ReadingViewProps) {
  const list = useQuery(readTasksQuery(place));
  const { assignee, body, page } = place;
  const known = list.isPlaceholderData ? undefined : list.data?.rows[0];
  // Beside an open protocol there is no room for the groups, and a list filtered by one of them needs none.
  const hasGroups = !assignee && !body && page === 1 && open === undefined && list.data?.rows.length !== 0;
  const names = { assignee: known?.assignee_name ?? undefined, body: known?.body_name ?? undefined };
  return (
    <Frame place={place} secretaries={secretaries} list={list} names={names}>
      <div className={hasGroups ? styles.grouped : undefined}>
        {hasGroups ? <TaskGroups place={place} /> : null}
        {list.data?.rows.length === 0 ? null : (
          <Card bare className={list.isPlaceholderData ? styles.stale : undefined}>
            <TaskList list={list} hasOwner={hasSeveral(place, secretaries)} open={open} />
          </Card>
        )}
      </div>
    </Frame>
  );
}

function Protocols({ place, secretaries, open }: ReadingViewProps) {
  const list = useQuery(readProtocolsQuery(place));
  return (
    <Frame place={place} secretaries={secretaries} list={list}>
      {list.data?.rows.length === 0 ? null : (
        <Card bare className={list.isPlaceholderData ? styles.stale : undefined}>
          <ProtocolList list={list} hasOwner={hasSeveral(place, secretaries)} open={open} />
        </Card>
      )}
    </Frame>
  );
}

function Meetings({ place, secretaries, open }: ReadingViewProps) {
  const list = useQuery(readMeetingsQuery(place));
  return (
    <Frame place={place} secretaries={secretaries} list={list}>
      {list.data?.rows.length === 0 ? null : (
        <Card bare className={list.isPlaceholderData ? styles.stale : undefined}>
          <MeetingList list={list} open={open} />
        </Card>
      )}
    </Frame>
  );
}

/** Whether rows may belong to several secretaries, also while the number of secretaries is unknown. */
function hasSeveral({ secretary }: ReadingPlace, secretaries: readonly Secretary[]): boolean {
  return secretary === undefined && secretaries.length !== 1;
}

interface FrameProps extends Omit<ReadingViewProps, 'open'> {
  list: UseQueryResult<Page<unknown>>;
  names?: KnownNames;
  children: ReactNode;
}

const noNames: KnownNames = { assignee: undefined, body: undefined };

/** Frame of each list: filter fields, active filters, total, pages. */
function Frame({ place, secretaries, list, names = noNames, children }: FrameProps) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const change = (next: Partial<ReadingPlace>) =>
    void navigate(besideReader(query, { ...place, page: 1, ...next }), { preventScrollReset: true });
  const { data } = list;
  const total = data?.meta.total;
  // Cached data of a secretary who was moved to another manager must not be shown.
  const isMissing =
    isMoved(list, place) || (list.fetchStatus === 'paused' ? !data || list.isPlaceholderData : !data && list.isError);
  return (
    <>
      <ConnectionBanner shownAt={data && !list.isPlaceholderData ? list.dataUpdatedAt : undefined} />
      <div className={styles.top}>
        <ReadingFields place={place} secretaries={secretaries} onChange={change} />
        <p className={styles.total}>{total === undefined || isMissing ? '' : totalWords(place, total)}</p>
      </div>
      <ReadingChips place={place} names={names} />
      <FoundCount
        asked={readingAddress({ ...place, page: 1 })}
        total={list.isPlaceholderData ? undefined : data && (total ?? null)}
      />
      {isMissing ? (
        <ListError list={list} place={place} />
      ) : (
        <div className={styles.list}>
          {children}
          {data?.rows.length === 0 ? <Nothing place={place} /> : null}
          <Pagination of={data} href={(page) => besideReader(query, { ...place, page })} />
        </div>
      )}
    </>
  );
}

function isMoved({ error }: UseQueryResult<unknown>, { secretary }: ReadingPlace): boolean {
  return error instanceof ApiError && error.status === 404 && secretary !== undefined;
}

/** Error of a list; a secretary who was moved to another manager has no list here. */
function ListError({ list, place }: { list: UseQueryResult<unknown>; place: ReadingPlace }) {
  if (!isMoved(list, place)) return <QueryError query={list} />;
  return (
    <Card>
      <EmptyState
        icon={FileX}
        title="Такого секретаря у вас нет"
        actions={
          <ButtonLink
            to={readingAddress({ ...place, page: 1, secretary: undefined })}
            onClick={() => focusWhenLost(() => document.querySelector('h1'))}
          >
            Все секретари
          </ButtonLink>
        }
      >
        Возможно, его передали другому руководителю.
      </EmptyState>
    </Card>
  );
}

const noneWords: Record<View, string> = {
  tasks: 'Таких поручений нет',
  protocols: 'Таких протоколов нет',
  meetings: 'Таких встреч нет',
};

function Nothing({ place }: { place: ReadingPlace }) {
  const { view, page } = place;
  const isNarrowed = readingAddress({ ...place, page: 1 }) !== readingAddress({ view });
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={page > 1 ? 'На этой странице ничего нет' : isNarrowed ? noneWords[view] : emptyWords[view]}
        actions={
          isNarrowed || page > 1 ? <ButtonLink to={readingAddress({ view })}>Показать все</ButtonLink> : undefined
        }
      >
        {isNarrowed ? 'Измените отбор или посмотрите всё.' : 'Они появятся здесь, когда их создадут ваши секретари.'}
      </EmptyState>
    </Card>
  );
}

const emptyWords: Record<View, string> = {
  tasks: 'Поручений пока нет',
  protocols: 'Протоколов пока нет',
  meetings: 'Встреч пока нет',
};
