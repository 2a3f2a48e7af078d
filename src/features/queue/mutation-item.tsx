import { useEffect, useRef, useState } from 'react';
import { fieldFaults, mutationWords, unsentStates } from '#src/data/queued/index.ts';
import { type OutboxRow, useOfflineReason } from '#src/sync/index.ts';
import { Badge, focusWhenLost, useNow } from '#src/ui/index.ts';
import { MutationActions } from './mutation-actions.tsx';
import styles from './mutation-item.module.css';

interface MutationItemProps {
  row: OutboxRow;
  /** Mutation that waits for the person and blocks this one. */
  heldBy: OutboxRow | undefined;
  /** Whether the person opened the queue for this mutation. */
  isWanted: boolean;
}

/** One unsent change: its title, its state with the reason, and its buttons. */
export function MutationItem({ row, heldBy, isWanted }: MutationItemProps) {
  const { state, title, nextAttemptAt, notBefore } = row;
  // A failing server is shown by the state of the row, so only a missing network counts as offline.
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
    // The pressed button may disappear; a dialog around the queue would then focus its own first button.
    if (item.current?.contains(document.activeElement)) item.current.focus();
    await work.catch(() => setBroken(true));
    // A discarded item is gone.
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
