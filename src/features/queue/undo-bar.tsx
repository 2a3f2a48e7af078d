import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { removedWords } from '#src/data/queued/index.ts';
import { isUndoable, outbox, useQueuedMutations } from '#src/sync/index.ts';
import { Button, focusThing, Icon, IconButton, showToast, useReturnFocus } from '#src/ui/index.ts';
import styles from './undo-bar.module.css';

/** The last deletion and its undo button while it can be undone; the words are a live region. */
export function UndoBar() {
  const offer = useUndoOffers().at(-1);
  const { onFocus, giveBack } = useReturnFocus();
  const confirm = ({ confirm: end, detail }: UndoOffer) => {
    giveBack();
    void end().catch(() =>
      showToast('Отправить сразу не получилось', {
        detail: `${detail}. ${notWritten}: удаление уйдёт, когда выйдет время отмены`,
        tone: 'warn',
      }),
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus came from
    <div className={styles.place} data-undo={offer ? '' : undefined} onFocus={onFocus}>
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
          <Button size="small" icon={Undo2} title="Отменить удаление (Ctrl+Z)" onClick={() => void undoOffered(offer)}>
            Отменить
          </Button>
          <IconButton icon={X} size="small" label="Не отменять" onClick={() => confirm(offer)} />
          <TimeLeft key={offer.id} since={offer.since} until={offer.until} />
        </>
      ) : null}
    </div>
  );
}

/** Animated bar of the remaining time; after a reload it starts with the time that has already passed. */
function TimeLeft({ since, until }: { since: number; until: number }) {
  // Computed once: the animation then continues by itself.
  const [delay] = useState(() => since - Date.now());
  const style = { animationDuration: `${until - since}ms`, animationDelay: `${delay}ms` };
  return <span className={styles.time} style={style} aria-hidden />;
}

/** Returns what can be undone, the newest last; renders again when the time of one is over. */
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

/** A deletion that can still be undone, as the bar shows it. */
interface UndoOffer {
  id: string;
  /** What happened: «Протокол удалён». */
  message: string;
  /** Name of the deleted thing. */
  detail: string;
  /** Time of the deletion, and the end of the undo period in `until`; epoch milliseconds. */
  since: number;
  until: number;
  /** Resolves with false where it was too late. */
  undo(): Promise<boolean>;
  /** Ends the undo period: the person is certain. */
  confirm(): Promise<void>;
  /** Focuses the restored thing. */
  focus(): void;
}

/** Returns everything that can be undone, the newest last. */
export function undoOffers(now = Date.now()): UndoOffer[] {
  const offers = outbox.list().flatMap((row): UndoOffer[] => {
    const thing = isUndoable(row, now) ? removedWords(row) : undefined;
    if (!thing || row.notBefore === undefined) return [];
    const { id, createdAt: since, notBefore: until, subject } = row;
    return [
      {
        ...{ id, ...thing, since, until },
        undo: () => outbox.undo(id),
        confirm: () => outbox.confirm(id),
        focus: () => focusThing(subject),
      },
    ];
  });
  return offers.sort((one, other) => one.since - other.since);
}

/** Undoes the newest deletion; another call undoes the one before it. */
export async function undoNewest(): Promise<void> {
  const offer = undoOffers().at(-1);
  if (offer) await undoOffered(offer);
}

const notWritten = 'Память устройства не отвечает или заполнена';

/** Undoes a deletion, or shows why it could not: it was too late, or the device failed. */
export async function undoOffered(offer: UndoOffer): Promise<void> {
  const reason = await offer.undo().then(
    (isUndone) => (isUndone ? undefined : 'Удаление уже отправлено'),
    () => `${notWritten}: повторите, пока удаление не отправлено`,
  );
  if (reason === undefined) offer.focus();
  else showToast('Отменить не получилось', { detail: `${offer.detail}. ${reason}`, tone: 'warn' });
}
