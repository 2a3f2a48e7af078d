import { removedWords } from '#src/data/queued/index.ts';
import { isUndoable, outbox } from '#src/sync/index.ts';
import { focusThing, showToast } from '#src/ui/index.ts';

/** What can still be undone, as the bar shows it. */
export interface UndoOffer {
  id: string;
  /** What happened: «Протокол удалён». */
  message: string;
  /** To what. */
  detail: string;
  /** Since when, and until when it can be undone; epoch milliseconds. */
  since: number;
  until: number;
  /** Resolves false where it was too late. */
  undo(): Promise<boolean>;
  /** The person is certain. */
  confirm(): Promise<void>;
  /** Leads the focus to what is back. */
  focus(): void;
}

/** All that can be undone now, the newest last. */
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

/** Undoes the newest; the one before it is the next. */
export async function undoNewest(): Promise<void> {
  const offer = undoOffers().at(-1);
  if (offer) await takeUp(offer);
}

/** Undoes what is offered, and says where that came too late. */
export async function takeUp(offer: UndoOffer): Promise<void> {
  const isUndone = await offer.undo().catch(() => false);
  if (isUndone) offer.focus();
  else showToast('Отменить не получилось', { detail: `${offer.detail}. Удаление уже отправлено`, tone: 'warn' });
}
