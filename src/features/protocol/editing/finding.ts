/** The places on the screen of a protocol that a finding can lead to. */
export type ScreenPlace =
  | { at: 'head'; field: 'title' | 'held_at' | 'place' | 'chairman' }
  | { at: 'new-item' }
  | { at: 'item'; id: string; field: 'speaker' | 'decisions' }
  /** The warning of a missing quorum below the votes of a decision; only some providers give decisions an id. */
  | { at: 'votes'; id: string; decision: string | undefined }
  | { at: 'members' }
  | { at: 'task'; id: string; field: 'assignee' | 'due' }
  | { at: 'video' };

/** Where a finding can be corrected: on this screen, in the queue, or at the address of a queued mutation. */
export type Place = ScreenPlace | { at: 'queue'; writes: string[] } | { at: 'write'; href: string };

/** A problem that the check before finishing a protocol found. */
export interface Finding {
  /** Unique: findings of a kind are shown as one, however many entities they concern. */
  kind: string;
  /** `hinders`: the server would refuse, or drop a part of the text; `check`: the person may go on all the same. */
  weight: 'hinders' | 'check';
  words: string;
  place: Place;
}

/** Descriptions of a problem for one entity and for several. */
interface Fault<Thing> {
  kind: string;
  weight?: Finding['weight'];
  one: (thing: Thing) => string;
  many: (count: number) => string;
  place: (first: Thing, all: readonly Thing[]) => Place;
}

/**
 * Returns one finding that names a single entity or counts several, and leads to the first that is still to be
 * corrected.
 */
export function findingOf<Thing>(things: readonly Thing[], fault: Fault<Thing>): Finding[] {
  const [first] = things;
  if (first === undefined) return [];
  const { kind, weight = 'check', one, many, place } = fault;
  const words = things.length === 1 ? one(first) : many(things.length);
  return [{ kind, weight, words, place: place(first, things) }];
}
