import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import type { Meeting } from '#contract/meeting.ts';
import { meetingTitle } from '#src/data/meeting/index.ts';
import { formatSpan, shortName } from '#src/format/index.ts';
import { Table } from '#src/ui/index.ts';
import styles from './reading.module.css';
import { ReadingLink } from './reading-link.tsx';
import { RowSkeletons } from './row-skeletons.tsx';

interface MeetingListProps {
  list: UseQueryResult<Page<Meeting>>;
  /** The protocol that is read beside it. */
  open: string | undefined;
}

const columns = ['Встреча', 'Секретарь', 'Когда'];

/** Meetings to read; one that has a protocol leads to it. */
export function MeetingList({ list, open }: MeetingListProps) {
  const { data } = list;
  const head = columns.map((title) => (
    <th key={title} scope="col">
      {title}
    </th>
  ));
  return (
    <Table label="Встречи" head={head} busy={!data || list.isPlaceholderData}>
      {data ? (
        data.rows.map((meeting) => <MeetingRow key={meeting.id} meeting={meeting} open={open} />)
      ) : (
        <RowSkeletons columns={columns.length} />
      )}
    </Table>
  );
}

function MeetingRow({ meeting, open }: { meeting: Meeting; open: string | undefined }) {
  const { protocol_id: protocol, body_name, place, owner_name, start_at, end_at } = meeting;
  const title = meetingTitle(meeting);
  const below = [body_name, place, protocol ? 'есть протокол' : 'без протокола'].filter(Boolean).join(' · ');
  return (
    <tr data-row={protocol} className={protocol && protocol === open ? styles.open : undefined}>
      <td className={styles.title}>
        {protocol ? <ReadingLink protocol={protocol}>{title}</ReadingLink> : <span dir="auto">{title}</span>}
        <span className={styles.below} dir="auto">
          {below}
        </span>
      </td>
      <td className={styles.owner}>{owner_name ? shortName(owner_name) : ''}</td>
      <td className={styles.date}>{formatSpan(start_at, end_at)}</td>
    </tr>
  );
}
