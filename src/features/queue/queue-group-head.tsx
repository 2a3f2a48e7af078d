import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { cachedMeeting } from '#src/data/meeting/index.ts';
import { cachedProtocol, protocolTitle } from '#src/data/protocol/index.ts';
import { sentField } from '#src/sync/index.ts';
import type { QueueGroup } from './queue-groups.ts';
import { closeQueue } from './queue-panel.ts';
import styles from './send-queue.module.css';

/** Owner of a group of unsent things: its name as the device knows it, and a link to it. */
export function QueueGroupHead({ group }: { group: QueueGroup }) {
  const client = useQueryClient();
  const { owner, writes } = group;
  // An unsent new name takes precedence over the server's.
  const title = writes
    .filter(({ subject }) => 'id' in owner && subject === owner.id)
    .map((row) => sentField(row, 'title'))
    .findLast((sent) => sent !== undefined);

  const [words, to] = ((): [string, string | undefined] => {
    switch (owner.kind) {
      case 'protocol': {
        const known = title ? { title } : cachedProtocol(client, owner.id);
        return [known ? protocolTitle(known) : 'Протокол', `/main/protocols/${encodeURIComponent(owner.id)}`];
      }
      case 'meeting':
        return [meetingName(title ?? cachedMeeting(client, owner.id)?.title), undefined];
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

function meetingName(title: string | null | undefined): string {
  return title ? `Встреча «${title}»` : 'Встреча';
}
