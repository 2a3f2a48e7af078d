import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import { type EditBase, editBase, editOver } from '#src/data/protocol/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { withBase } from './agenda-form.ts';
import type { itemDrafts } from './item-saver.ts';

export type LeftDraft = NonNullable<ReturnType<typeof itemDrafts.read>>;

/**
 * What the text of a draft was typed over. A tab that ended while it saved the question did not note whether that was kept:
 * where the protocol has all of it, the person's own beginning of a word is not somebody else's change of it.
 */
export function baseOfDraft({ itemId, base, leaving }: LeftDraft, protocol: Optimistic<Protocol>): EditBase {
  const agendaOver = (item: AgendaItem | null) => withBase(protocol.agenda ?? [], itemId, item);
  const before: EditBase = { ...editBase(protocol), version: base.version, agenda: agendaOver(base.item) };
  if (!leaving) return before;
  const agenda = agendaOver(leaving);
  const isKept = !editOver({ base: before, change: { agenda }, itemId, people: [] }, protocol);
  return isKept ? { ...before, agenda } : before;
}
