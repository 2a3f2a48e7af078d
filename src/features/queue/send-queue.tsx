import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { heldMutations, isOnItsWay, useQueuedMutations } from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import { ClosedNote } from './closed-note.tsx';
import { MutationItem } from './mutation-item.tsx';
import { QueueGroupHead } from './queue-group-head.tsx';
import { failedOf, retryAll } from './retry-all.ts';
import styles from './send-queue.module.css';
import { UploadItem } from './upload-item.tsx';
import { useQueueGroups } from './use-queue-groups.ts';

interface SendQueueProps {
  /** What is shown when all is sent. */
  empty?: ReactNode;
  /** Writes that the person asked for: the first one is brought into view. */
  wanted?: readonly string[];
}

/** «Очередь отправки»: every change and video that the server does not have yet, why, and what can be done about it. */
export function SendQueue({ empty = <p className={styles.quiet}>Всё отправлено.</p>, wanted = [] }: SendQueueProps) {
  const groups = useQueueGroups();
  const writes = useQueuedMutations();
  const held = heldMutations(writes);
  const place = useRef<HTMLDivElement>(null);
  const failed = failedOf(groups);
  const goesOn =
    writes.some(({ id, state }) => state === 'waiting' && !held.has(id)) ||
    groups.some(({ uploads }) => uploads.some(isOnItsWay));
  const found = writes.find(({ id }) => wanted.includes(id))?.id;

  return (
    <div ref={place} tabIndex={-1} data-queue="" className={styles.queue}>
      {groups.length === 0 ? empty : null}
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

/** One thing of the queue; when it leaves with the focus in it, the queue has it. */
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
