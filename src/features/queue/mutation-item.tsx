import { useEffect, useRef, useState } from 'react';
import { fieldFaults, mutationWords, unsentStates } from '#src/data/queued/index.ts';
import { type OutboxRow, useOfflineReason } from '#src/sync/index.ts';
import { Badge, focusWhenLost, useNow } from '#src/ui/index.ts';
import { MutationActions } from './mutation-actions.tsx';
import styles from './mutation-item.module.css';

interface MutationItemProps {
  row: OutboxRow;
  /** The mutation that waits for the person and holds this one up. */
  heldBy: OutboxRow | undefined;
  /** Whether the person came for this one. */
  isWanted: boolean;
}

/** One unsent change: what it does, where it is and why, and what can be done with it. */
export function MutationItem({ row, heldBy, isWanted }: MutationItemProps) {
  const { state, title, nextAttemptAt, notBefore } = row;
  // A server that fails is told by what becomes of the row.
  const online = useOfflineReason() !== 'network';
  const now = useNow(nextAttemptAt !== null || notBefore !== undefined);
  const item = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    if (!isWanted) return;
    item.current?.scrollIntoView?.({ block: 'nearest' });
    item.current?.focus({ preventScroll: true });
  }, [isWanted]);

  const act = async (work: Promise<unknown>) => {
    setBroken(false);
    const queue = item.current?.closest<HTMLElement>('[data-queue]');
    // The button that was pressed may go: a dialog around the queue would take the focus to its own first one.
    if (item.current?.contains(document.activeElement)) item.current.focus();
    await work.catch(() => setBroken(true));
    // What was let go is there no more.
    focusWhenLost(() => item.current ?? queue);
  };

  return (
    <div ref={item} tabIndex={-1} className={styles.item}>
      <p dir="auto" className={styles.title}>
        {title}
      </p>
      {state === 'sent' || state === 'waiting' ? null : (
        <Badge tone={unsentStates[state].tone}>{unsentStates[state].words}</Badge>
      )}
      <p className={styles.words}>{mutationWords(row, { online, now, heldBy })}</p>
      {fieldFaults(row).map((message) => (
        <p key={message} className={styles.fault}>
          {message}
        </p>
      ))}
      {isBroken ? (
        <p className={styles.fault} role="alert">
          Не получилось: память устройства не отвечает. Обновите страницу и повторите.
        </p>
      ) : null}
      <MutationActions row={row} act={act} />
    </div>
  );
}
