import { mutationAddress } from '#src/data/queued/index.ts';
import { counted, shortened } from '#src/format/index.ts';
import { type MutationState, needsPerson, type OutboxRow } from '#src/sync/index.ts';
import { type Finding, findingOf, type Place } from '../editing/finding.ts';

/** What becomes of a write, by its state, and what is said of it: those alike are told together. */
const fates: readonly (readonly [kind: string, states: readonly MutationState[], words: string])[] = [
  ['conflict', ['conflict'], 'конфликт не решён'],
  ['refused', ['failed'], 'сервер не принял'],
  ['undecided', ['unsure', 'unnamed'], 'нужно ваше решение'],
  ['unsent', ['waiting'], 'ещё не на сервере'],
];

/** What of a protocol is on this device alone: none of it would be in what is signed off. */
export function unsentFindings(writes: readonly OutboxRow[]): Finding[] {
  return fates.flatMap(([kind, states, words]) =>
    findingOf(
      writes.filter(({ state }) => states.includes(state)),
      {
        kind,
        weight: 'hinders',
        one: ({ title }) => `${shortened(title)}\u00A0— ${words}`,
        many: (count) => `${counted(count, 'изменение', 'изменения', 'изменений')}\u00A0— ${words}`,
        place: placeOf,
      },
    ),
  );
}

/** Where it is decided; what goes out by itself is looked at in the queue. */
function placeOf(first: OutboxRow, all: readonly OutboxRow[]): Place {
  const href = needsPerson(first) ? mutationAddress(first) : undefined;
  return href === undefined ? { at: 'queue', writes: all.map(({ id }) => id) } : { at: 'write', href };
}
