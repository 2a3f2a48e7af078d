/** What a person can be led to on the screen of a protocol. */
export type ScreenPlace =
  | { at: 'head'; field: 'title' | 'held_at' | 'place' | 'chairman' }
  | { at: 'new-item' }
  | { at: 'item'; id: string; field: 'speaker' | 'decisions' }
  | { at: 'members' }
  | { at: 'task'; id: string; field: 'assignee' | 'due' }
  | { at: 'video' };

/** Where something can be put right: also in the queue, or where a kept write is decided on, by its address. */
export type Place = ScreenPlace | { at: 'queue'; writes: string[] } | { at: 'write'; href: string };

/** One thing that the check before the end found. */
export interface Finding {
  /** Each kind is told once, however many things it is about. */
  kind: string;
  /** `hinders`: the server would refuse, or leave out what was written; `check`: the person may go on all the same. */
  weight: 'hinders' | 'check';
  words: string;
  place: Place;
}

/** What is wrong with one thing, and with several of a kind. */
interface Fault<Thing> {
  kind: string;
  weight?: Finding['weight'];
  one: (thing: Thing) => string;
  many: (count: number) => string;
  place: (first: Thing, all: readonly Thing[]) => Place;
}

/** One thing is named, several are counted, and the way leads to the first: once it is right, to the next. */
export function findingOf<Thing>(things: readonly Thing[], fault: Fault<Thing>): Finding[] {
  const [first] = things;
  if (first === undefined) return [];
  const { kind, weight = 'check', one, many, place } = fault;
  const words = things.length === 1 ? one(first) : many(things.length);
  return [{ kind, weight, words, place: place(first, things) }];
}
