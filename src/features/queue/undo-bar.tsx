import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useQueuedMutations } from '#src/sync/index.ts';
import { Button, Icon, IconButton } from '#src/ui/index.ts';
import { takeUp, type UndoOffer, undoOffers } from './undo.ts';
import styles from './undo-bar.module.css';

/** What was deleted last, and the way back for as long as there is one; the words are read out as they come. */
export function UndoBar() {
  const offer = useUndoOffers().at(-1);
  return (
    <div className={styles.place} data-undo={offer ? '' : undefined}>
      <p role="status" className={styles.words}>
        {offer ? (
          <>
            <Icon of={Trash2} />
            <span className={styles.message}>{offer.message}</span>
            <span className={styles.detail} title={offer.detail}>
              {offer.detail}
            </span>
          </>
        ) : null}
      </p>
      {offer ? (
        <>
          <Button size="small" icon={Undo2} title="Отменить удаление (Ctrl+Z)" onClick={() => void takeUp(offer)}>
            Отменить
          </Button>
          <IconButton icon={X} size="small" label="Не отменять" onClick={() => void offer.confirm()} />
          <TimeLeft key={offer.id} since={offer.since} until={offer.until} />
        </>
      ) : null}
    </div>
  );
}

/** How much of the time is left: of one that was met again after a reload, what was over by then is gone. */
function TimeLeft({ since, until }: { since: number; until: number }) {
  // Once: the drawing runs on by itself from where it began.
  const [delay] = useState(() => since - Date.now());
  const style = { animationDuration: `${until - since}ms`, animationDelay: `${delay}ms` };
  return <span className={styles.time} style={style} aria-hidden />;
}

/** What can be undone, the newest last; anew when the time of one is over. */
function useUndoOffers(): readonly UndoOffer[] {
  useQueuedMutations();
  const [, setNow] = useState(0);
  const now = Date.now();
  const offers = undoOffers(now);
  const next = Math.min(...offers.map(({ until }) => until));
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()));
    return () => clearTimeout(timer);
  }, [next]);
  return offers;
}
