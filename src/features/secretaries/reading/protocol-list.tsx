import type { UseQueryResult } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import type { Page } from '#contract/envelope.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { foundPlace } from '#src/data/search/index.ts';
import { StageBadge } from '#src/features/badges/index.ts';
import { formatMoment, formatNumber, formatTimecode, shortName } from '#src/format/index.ts';
import { Icon, MarkedText, Table } from '#src/ui/index.ts';
import { type Column, Heads, RowSkeletons } from './list-columns.tsx';
import styles from './reading.module.css';
import { ReadingLink } from './reading-link.tsx';

interface ProtocolListProps {
  list: UseQueryResult<Page<Protocol>>;
  /** Whether the rows may belong to several secretaries. */
  hasOwner: boolean;
  /** Id of the protocol that is open beside the list. */
  open: string | undefined;
}

/** Read-only list of protocols; a row opens one, a hit in its recording plays there. */
export function ProtocolList({ list, hasOwner, open }: ProtocolListProps) {
  const { data } = list;
  const columns: Column[] = [
    { title: 'Протокол', look: styles.title },
    ...(hasOwner ? [{ title: 'Секретарь', look: styles.owner }] : []),
    { title: 'Дата', look: styles.date },
    { title: 'Стадия', look: styles.stage },
  ];
  return (
    <Table label="Протоколы" head={<Heads columns={columns} />} busy={!data || list.isPlaceholderData}>
      {data ? (
        data.rows.map((protocol) => (
          <ProtocolRow key={protocol.id} protocol={protocol} hasOwner={hasOwner} isOpen={protocol.id === open} />
        ))
      ) : (
        <RowSkeletons columns={columns} />
      )}
    </Table>
  );
}

function ProtocolRow({ protocol, hasOwner, isOpen }: { protocol: Protocol; hasOwner: boolean; isOpen: boolean }) {
  const { id, number, held_at, owner_name, found, moment, tasks_total, tasks_done } = protocol;
  const title = protocolTitle(protocol);
  const time = moment && formatTimecode(moment.start);
  return (
    <tr className={isOpen ? styles.open : undefined}>
      <td className={styles.title}>
        <ReadingLink protocol={id} show={placeIn(found)}>
          {found?.in === 'title' ? <MarkedText text={title} marks={found.marks} /> : title}
        </ReadingLink>
        <span className={styles.below}>
          {number ? `№\u00A0${number}` : 'Без номера'}
          {tasks_total ? (
            <span>
              поручений выполнено{' '}
              <ReadingLink protocol={id} show="tasks" className={styles.counted}>
                {formatNumber(tasks_done ?? 0)} из {formatNumber(tasks_total)}
              </ReadingLink>
            </span>
          ) : null}
        </span>
        {found && found.in !== 'title' ? (
          <span className={styles.below}>
            {foundPlace(found)} <MarkedText text={found.text} marks={found.marks} />
          </span>
        ) : null}
        {moment?.quote ? (
          <ReadingLink
            protocol={id}
            t={moment.start}
            show="transcript"
            className={styles.moment}
            label={`Показать запись с ${time}: «${moment.quote}»`}
          >
            <Icon of={Play} size={12} />
            {time} — «{moment.quote}»
          </ReadingLink>
        ) : null}
      </td>
      {hasOwner ? <td className={styles.owner}>{owner_name ? shortName(owner_name) : ''}</td> : null}
      <td className={styles.date}>{formatMoment(held_at) || '—'}</td>
      <td className={styles.stage}>
        <StageBadge stage={protocol.stage} />
      </td>
    </tr>
  );
}

/** Returns the question or decision in which a search found its words. */
function placeIn(found: Protocol['found']): string | undefined {
  if (found?.decision_id) return `decision:${found.decision_id}`;
  return found?.agenda_id ? `item:${found.agenda_id}` : undefined;
}
