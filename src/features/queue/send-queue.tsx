import { useQueryClient } from '@tanstack/react-query';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { protocolAddress } from '#contract/protocol-address.ts';
import { cachedMeeting } from '#src/data/meeting/index.ts';
import { cachedProtocol, protocolTitle } from '#src/data/protocol/index.ts';
import { needsConsent, useUploads } from '#src/data/recording/index.ts';
import {
  blockedMutations,
  canSendClosed,
  isOnItsWay,
  outbox,
  sentField,
  uploads,
  useQueuedMutations,
} from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import { MutationItem } from './mutation-item.tsx';
import { groupQueue, type QueueGroup } from './queue-groups.ts';
import { closeQueue } from './queue-panel.ts';
import { unreadWords } from './queue-status.ts';
import styles from './send-queue.module.css';
import { UploadItem } from './upload-item.tsx';
import { useQueueReading } from './use-queue.ts';

interface SendQueueProps {
  /** Shown when everything is sent. */
  empty?: ReactNode;
  /** Ids of the mutations for which the queue was opened; the first is scrolled into view. */
  wanted?: readonly string[];
}

/**
 * «Очередь отправки»: every change and video that the server does not have yet, the reason, and the possible actions.
 */
export function SendQueue({ empty = <p className={styles.quiet}>Всё отправлено.</p>, wanted = [] }: SendQueueProps) {
  const groups = useQueueGroups();
  const reading = useQueueReading();
  const queued = useQueuedMutations();
  const held = blockedMutations(queued);
  const place = useRef<HTMLDivElement>(null);
  const failed = failedOf(groups);
  const goesOn =
    queued.some(({ id, state }) => state === 'waiting' && !held.has(id)) ||
    groups.some(({ uploads }) => uploads.some(isOnItsWay));
  const found = queued.find(({ id }) => wanted.includes(id))?.id;

  return (
    <div ref={place} tabIndex={-1} data-queue="" className={styles.queue}>
      {groups.length === 0 && reading === 'read' ? empty : null}
      {reading === 'unread' ? <p className={styles.quiet}>{unreadWords}. Попробуем снова сами.</p> : null}
      {failed.length > 1 ? (
        <div>
          <Button
            size="small"
            icon={RotateCcw}
            onClick={() => {
              void retryAll(failed);
              place.current?.focus();
            }}
          >
            Повторить всё
          </Button>
        </div>
      ) : null}
      {groups.length > 0 ? (
        <>
          <ul className={styles.groups} aria-label="Очередь отправки">
            {groups.map((group) => (
              <li key={group.key} className={styles.group}>
                <QueueGroupHead group={group} />
                <ul className={styles.items}>
                  {group.writes.map((row) => (
                    <Entry key={row.seq} list={place}>
                      <MutationItem row={row} heldBy={held.get(row.id)} isWanted={row.id === found} />
                    </Entry>
                  ))}
                  {group.uploads.map((upload) => (
                    <Entry key={upload.id} list={place}>
                      <UploadItem upload={upload} />
                    </Entry>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {goesOn ? <ClosedNote /> : null}
        </>
      ) : null}
    </div>
  );
}

/** One entry of the queue; if it is removed while it has the focus, the list takes the focus. */
function Entry({ list, children }: { list: RefObject<HTMLElement | null>; children: ReactNode }) {
  const entry = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const own = entry.current;
    return () => {
      if (own?.contains(document.activeElement)) list.current?.focus();
    };
  }, [list]);
  return <li ref={entry}>{children}</li>;
}

/** Note about sending while the app is closed: only some browsers do it, and not for long. */
function ClosedNote() {
  const [sends, setSends] = useState<boolean>();

  useEffect(() => {
    let left = false;
    void canSendClosed().then((can) => left || setSends(can));
    return () => {
      left = true;
    };
  }, []);

  if (sends === undefined) return null;
  return (
    <p className={styles.quiet}>
      {sends
        ? 'Если закрыть приложение, браузер попробует отправить остальное сам. Что не успеет\u00A0— отправится, когда вы снова откроете приложение.'
        : 'Этот браузер отправляет, только пока приложение открыто. Что не успеет\u00A0— останется на устройстве и отправится, когда вы снова его откроете.'}
    </p>
  );
}

interface Failed {
  kind: 'write' | 'upload';
  id: string;
}

/** Returns, in order, what failed and can be retried unchanged; not what needs a decision or a file. */
function failedOf(groups: readonly QueueGroup[]): Failed[] {
  const failed = <Row extends { id: string; state: string }>(kind: Failed['kind'], rows: readonly Row[]) =>
    rows.filter(({ state }) => state === 'failed').map(({ id }): Failed => ({ kind, id }));
  return groups.flatMap(({ writes, uploads: videos }) => [
    ...failed('write', writes),
    ...failed(
      'upload',
      videos.filter((each) => !needsConsent(each)),
    ),
  ]);
}

/** Retries one after the other, so that the mutations keep their order. */
async function retryAll(failed: readonly Failed[]): Promise<void> {
  for (const { kind, id } of failed) await (kind === 'write' ? outbox.retry(id) : uploads.retry(id));
}

/** Returns everything unsent, grouped by owner. */
function useQueueGroups(): QueueGroup[] {
  const queued = useQueuedMutations();
  const uploads = useUploads();
  return useMemo(() => groupQueue(queued, uploads, outbox.currentId), [queued, uploads]);
}

/** Owner of a group of unsent things: its name as the device knows it, and a link to it. */
function QueueGroupHead({ group }: { group: QueueGroup }) {
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
        return [known ? protocolTitle(known) : 'Протокол', protocolAddress(owner.id)];
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
