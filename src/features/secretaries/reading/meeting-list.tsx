import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { meetingTitle } from '#src/data/meeting/index.ts';
import { formatSpan, shortName } from '#src/format/index.ts';
import { Table } from '#src/ui/index.ts';
import { type Column, Heads, RowSkeletons } from './list-columns.tsx';
import styles from './reading.module.css';
import { ReadingLink } from './reading-link.tsx';

interface MeetingListProps {
  list: UseQueryResult<Page<Meeting>>;
  /** Id of the protocol that is open beside the list. */
  open: string | undefined;
}

const columns: Column[] = [
  { title: 'Встреча', look: styles.title },
  { title: 'Секретарь', look: styles.owner },
  { title: 'Когда', look: styles.span },
];

/** Read-only list of meetings; a meeting with a protocol links to it. */
export function MeetingList({ list, open }: MeetingListProps) {
  const { data } = list;
  return (
    <Table label="Встречи" head={<Heads columns={columns} />} busy={!data || list.isPlaceholderData}>
      {data ? (
        data.rows.map((meeting) => <MeetingRow key={meeting.id} meeting={meeting} open={open} />)
      ) : (
        <RowSkeletons columns={columns} />
      )}
    </Table>
  );
}

function MeetingRow({ meeting, open }: { meeting: Meeting; open: string | undefined }) {
  const { protocol_id: protocol, body_name, place, owner_name, start_at, end_at } = meeting;
  const title = meetingTitle(meeting);
  const below = [body_name, place, protocol ? 'есть протокол' : 'без протокола'].filter(Boolean).join(' · ');
  return (
    <tr className={protocol && protocol === open ? styles.open : undefined}>
      <td className={styles.title}>
        {protocol ? <ReadingLink protocol={protocol}>{title}</ReadingLink> : <span dir="auto">{title}</span>}
        <span className={styles.below} dir="auto">
          {below}
        </span>
      </td>
      <td className={styles.owner}>{owner_name ? shortName(owner_name) : ''}</td>
      <td className={styles.span}>{formatSpan(start_at, end_at)}</td>
    </tr>
  );
}
