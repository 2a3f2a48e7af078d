import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { discardVerbs, effectOf, mutationAddress } from '#src/data/queued/index.ts';
import { useUploads } from '#src/data/recording/index.ts';
import { type OutboxRow, outbox, type UploadView } from '#src/sync/index.ts';
import { Button, ButtonLink } from '#src/ui/index.ts';
import { ChooseThing } from './choose-thing.tsx';
import { DiscardMutation } from './discard-mutation.tsx';
import styles from './mutation-item.module.css';
import { isUnsent } from './queue-count.ts';
import { closeQueue } from './queue-panel.ts';

interface MutationActionsProps {
  row: OutboxRow;
  /** Awaits the action, and shows where it fails. */
  act: (work: Promise<unknown>) => Promise<void>;
}

/** Buttons for an unsent change, depending on its state. */
export function MutationActions({ row, act }: MutationActionsProps) {
  const { id, state, nextAttemptAt, creates } = row;
  const [asking, setAsking] = useState<'discard' | 'which'>();
  const videos = dependentUploads(row, useUploads());
  const place = mutationAddress(row);
  const effect = effectOf(row);
  const others = outbox.dependentsOf(id);
  // Later mutations and videos depend on knowing which of the server's things this mutation created.
  const isAwaited = creates !== undefined && others.length + videos.length > 0;
  const done = (work: Promise<unknown>) => {
    setAsking(undefined);
    void act(work);
  };
  const retry = (words: string) => (
    <Button size="small" icon={RotateCcw} onClick={() => done(outbox.retry(id))}>
      {words}
    </Button>
  );

  return (
    <div className={styles.actions}>
      {place && state === 'conflict' ? (
        <ButtonLink to={place} size="small" onClick={closeQueue}>
          Решить
        </ButtonLink>
      ) : null}
      {place && state === 'failed' && effect !== 'removal' ? (
        <ButtonLink to={place} size="small" onClick={closeQueue}>
          Исправить
        </ButtonLink>
      ) : null}
      {state === 'failed' ? retry('Повторить') : null}
      {state === 'waiting' && nextAttemptAt !== null ? retry('Повторить сейчас') : null}
      {state === 'unsure' ? retry('Отправить ещё раз') : null}
      {state === 'unsure' ? (
        <Button size="small" onClick={() => (isAwaited ? setAsking('which') : done(outbox.confirmOutcome(id)))}>
          Сервер его получил
        </Button>
      ) : null}
      {state === 'unnamed' ? (
        <Button size="small" onClick={() => setAsking('which')}>
          Указать
        </Button>
      ) : null}
      {state === 'sent' ? null : (
        <Button size="small" variant="quiet" onClick={() => setAsking('discard')}>
          {discardVerbs[effect]}
        </Button>
      )}
      {asking === 'discard' ? (
        <DiscardMutation row={row} others={others} videos={videos} act={done} onCancel={() => setAsking(undefined)} />
      ) : null}
      {asking === 'which' ? (
        <ChooseThing
          row={row}
          onChosen={(given) => done(outbox.confirmOutcome(id, given))}
          onCancel={() => setAsking(undefined)}
        />
      ) : null}
    </div>
  );
}

/** Returns the videos that cannot be sent without this mutation: those of the protocol that it creates. */
function dependentUploads({ creates }: OutboxRow, uploads: readonly UploadView[]): UploadView[] {
  return uploads.filter((upload) => upload.protocolId === creates && isUnsent(upload));
}
