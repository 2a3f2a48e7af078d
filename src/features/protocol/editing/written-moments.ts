import type { Evidence } from '#contract/evidence.ts';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import type { AgendaForm } from './agenda-form.ts';

/**
 * Moments of the recording at which parts of an agenda item were first written: `item` for the item as a whole, `begin`
 * where somebody marked its beginning, decisions by `decision {id}`.
 */
export type WrittenMoments = Partial<Record<MomentKey, Evidence>>;
type MomentKey = 'item' | 'begin' | Passage | `decision ${string}`;
type Passage = (typeof passages)[number];
const passages = ['listened', 'discussion'] as const;

/** Adds the moment for every part whose text differs from before; a part that has a moment keeps it. */
export function noteMoments(
  moments: WrittenMoments,
  before: AgendaForm,
  now: AgendaForm,
  at: Evidence,
): WrittenMoments {
  const texts = new Map(before.decisions.map(({ id, text }) => [id, text]));
  const written: MomentKey[] = [
    ...passages.filter((name) => now[name] !== before[name] && now[name] !== ''),
    ...now.decisions
      .filter(({ id, text }) => text !== '' && text !== texts.get(id))
      .map(({ id }) => `decision ${id}` as const),
  ];
  const isWritten = written.length > 0 || JSON.stringify(headOf(now)) !== JSON.stringify(headOf(before));
  if (!isWritten) return moments;
  const added = ['item' as const, ...written].filter((key) => !moments[key]);
  return added.length === 0 ? moments : { ...moments, ...Object.fromEntries(added.map((key) => [key, at])) };
}

function headOf({ title, speaker, votes }: AgendaForm) {
  return [title, speaker, votes];
}

/**
 * Returns the item with the moments at which it was written. An existing moment, set by a person or by the transcript,
 * is kept unless `isVoid`; a beginning that somebody marked always replaces the moment of the item.
 */
export function withMoments(
  item: AgendaItem,
  moments: WrittenMoments,
  isVoid: (evidence: Evidence) => boolean,
): AgendaItem {
  if (Object.keys(moments).length === 0) return item;
  const keep = (known: Evidence | null | undefined, noted: Evidence | undefined) =>
    noted && (!known || isVoid(known)) ? noted : known;
  const evidence = moments.begin ?? keep(item.evidence, moments.item);
  const noted = passages.flatMap((name) => {
    const moment = keep(item.moments?.[name], moments[name]);
    return moment ? [[name, moment] as const] : [];
  });
  const decisions = item.decisions?.map((each) => {
    const moment = keep(each.evidence, moments[`decision ${each.id}`]);
    return moment === each.evidence ? each : { ...each, evidence: moment };
  });
  return {
    ...item,
    ...(evidence ? { evidence } : {}),
    ...(noted.length > 0 ? { moments: { ...item.moments, ...Object.fromEntries(noted) } } : {}),
    ...(decisions ? { decisions } : {}),
  };
}
