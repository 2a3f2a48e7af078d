import { useEffect, useState } from 'react';
import { useQueuedMutations } from '#src/sync/index.ts';
import { type UndoOffer, undoOffers } from './undo.ts';

/** What can be undone, the newest last; anew when the time of one is over. */
export function useUndoOffers(): readonly UndoOffer[] {
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
