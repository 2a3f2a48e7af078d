import { isUndoable } from '#src/offline/outbox-undo.ts';
import { focusThing } from './focus-thing.ts';
import { outbox } from './outbox.ts';
import { showToast } from './toast.ts';
import { undoMs } from './undo-time.ts';
import { removedThing } from './writes/removed-thing.ts';

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

type OwnOffer = Pick<UndoOffer, 'message' | 'detail'> & { undo(): Promise<boolean> | boolean; focus(): void };

const listeners = new Set<() => void>();
let own: readonly UndoOffer[] = [];
let count = 0;

/**
 * Offers to undo what was done on this page alone and is no deletion of the outbox, such as a question taken out of an
 * agenda: with the same bar, key and time. Returns what withdraws the offer.
 */
export function offerUndo({ message, detail, undo, focus }: OwnOffer): () => void {
  const since = Date.now();
  count += 1;
  const id = `own ${count}`;
  const withdraw = () => change(own.filter((each) => each.id !== id));
  const offer: UndoOffer = {
    ...{ id, message, detail, since, until: since + undoMs, focus },
    async undo() {
      withdraw();
      return undo();
    },
    confirm: async () => withdraw(),
  };
  // What is over is left out with the next one.
  change([...own.filter(({ until }) => until > since), offer]);
  return withdraw;
}

/** All that can be undone now, the newest last. */
export function undoOffers(now = Date.now()): UndoOffer[] {
  const deletions = outbox.list().flatMap((row): UndoOffer[] => {
    const thing = isUndoable(row, now) ? removedThing(row) : undefined;
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
  return [...deletions, ...own.filter(({ until }) => until > now)].sort((one, other) => one.since - other.since);
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

/** For useSyncExternalStore: anew whenever something can be undone, or not any more. */
export const undoStore = {
  get: () => own,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

function change(next: readonly UndoOffer[]): void {
  own = next;
  for (const listener of listeners) listener();
}
