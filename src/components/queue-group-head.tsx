import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { protocolTitle } from '#src/lib/protocol-title.ts';
import { cachedMeeting } from '#src/lib/queries/meetings.ts';
import { cachedProtocol } from '#src/lib/queries/protocols.ts';
import type { QueueGroup } from '#src/lib/queue-groups.ts';
import { closeQueue } from '#src/lib/queue-panel.ts';
import { sentField } from '#src/lib/writes/sent-field.ts';
import styles from './send-queue.module.css';

/** What the unsent things of a group belong to: its name as the device knows it, and the way there. */
export function QueueGroupHead({ group }: { group: QueueGroup }) {
  const client = useQueryClient();
  const { owner, writes } = group;
  const created = writes.find(({ creates }) => 'id' in owner && creates === owner.id);
  const title = created && sentField(created, 'title');

  const [words, to] = ((): [string, string | undefined] => {
    switch (owner.kind) {
      case 'protocol': {
        const known = title ? { title } : cachedProtocol(client, owner.id);
        return [known ? protocolTitle(known) : 'Протокол', `/main/protocols/${encodeURIComponent(owner.id)}`];
      }
      case 'meeting':
        return [`Встреча «${title ?? cachedMeeting(client, owner.id)?.title ?? 'без названия'}»`, undefined];
      case 'keywords':
        return ['Ключевые слова', '/main/settings/keywords'];
      case 'profile':
        return ['Профиль', '/main/settings'];
      case 'other':
        return ['Другие изменения', undefined];
    }
  })();
  return (
    <h3 className={styles.head}>
      {to ? (
        <Link to={to} onClick={closeQueue}>
          {words}
        </Link>
      ) : (
        words
      )}
    </h3>
  );
}
