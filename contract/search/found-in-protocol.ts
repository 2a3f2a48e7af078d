import type { FoundText } from '#contract/found-text.ts';
import type { AgendaItem, Decision } from '#contract/protocols/protocol.ts';
import { countWords, type FoundWord, findWords, marksOf, snippetOf } from '#contract/text/found-words.ts';

/** A text of a protocol, and which part of it that is. */
interface Place {
  in: string;
  text: string | null | undefined;
  position?: number;
  agenda_id?: string;
  decision_id?: string;
}

export type SearchedProtocol = {
  title: string;
  number: string | null;
  kind: string | null;
  place: string | null;
  organization: string | null;
  agenda: AgendaItem[];
};

/**
 * Returns where the searched words stand in a protocol: in the title if it has all of them, else in the part that has
 * the most, the first of several. Undefined if only its transcript contains them.
 */
export function foundInProtocol(protocol: SearchedProtocol, words: readonly string[]): FoundText | undefined {
  const { title } = protocol;
  const inTitle = findWords(title, words);
  const whole: FoundText = { in: 'title', text: title, marks: marksOf(inTitle) };
  if (countWords(inTitle) === words.length) return whole;
  const best = bestPlace(placesOf(protocol), words);
  if (!best || best.count < countWords(inTitle)) return inTitle.length > 0 ? whole : undefined;
  return best.found;
}

/** A decision that was found; `count` is the number of different searched words in it. */
export type FoundDecision = { id: string | undefined; agendaId: string; count: number; found: FoundText };

/** Returns the decisions that contain all of the words; if there are none, the one with the most of them. */
export function foundDecisions(agenda: readonly AgendaItem[], words: readonly string[]): FoundDecision[] {
  const all = agenda.flatMap((item, index) =>
    decisionsOf(item).flatMap((decision): FoundDecision[] => {
      const found = findWords(decision.text, words);
      return found.length === 0 ? [] : [foundDecision(decision, item, index, found)];
    }),
  );
  const most = Math.max(0, ...all.map(({ count }) => count));
  const best = all.filter(({ count }) => count === most);
  return most === words.length ? best : best.slice(0, 1);
}

export const decisionTexts = (agenda: readonly AgendaItem[]) => agenda.flatMap(decisionsOf).map(({ text }) => text);

/**
 * Returns the first decision. Used if the database matched a form of the words that is not recognised here («reports»,
 * «report»).
 */
export function firstDecision(agenda: readonly AgendaItem[]): FoundDecision | undefined {
  for (const [index, item] of agenda.entries()) {
    const decision = decisionsOf(item).find(({ text }) => text.trim() !== '');
    if (decision) return foundDecision(decision, item, index, []);
  }
  return undefined;
}

function foundDecision(
  decision: Pick<Decision, 'id' | 'text'>,
  item: AgendaItem,
  index: number,
  found: readonly FoundWord[],
): FoundDecision {
  const place = { in: 'decision', position: index + 1, agenda_id: item.id, ...withId(decision) };
  const text = { ...place, ...snippetOf(decision.text, found) };
  return { id: decision.id, agendaId: item.id, count: countWords(found), found: text };
}

/** Yields every text of a protocol except its title. */
export function* placesOf({ number, kind, place, organization, agenda }: SearchedProtocol): Generator<Place> {
  yield { in: 'number', text: number };
  for (const [index, item] of agenda.entries()) {
    const at = { position: index + 1, agenda_id: item.id };
    yield { in: 'question', text: item.title, ...at };
    for (const decision of decisionsOf(item)) yield { in: 'decision', text: decision.text, ...at, ...withId(decision) };
    yield { in: 'listened', text: item.listened, ...at };
    yield { in: 'discussion', text: item.discussion, ...at };
  }
  yield { in: 'kind', text: kind };
  yield { in: 'place', text: place };
  yield { in: 'organization', text: organization };
}

function bestPlace(places: Iterable<Place>, words: readonly string[]) {
  let best: { count: number; found: FoundText } | undefined;
  for (const { text, ...place } of places) {
    const found = text ? findWords(text, words) : [];
    const count = countWords(found);
    if (!text || count <= (best?.count ?? 0)) continue;
    best = { count, found: { ...place, ...snippetOf(text, found) } };
    if (count === words.length) break;
  }
  return best;
}

/** Returns the decisions of an agenda item, or the single text of a provider without separate points. */
function decisionsOf({ decisions, decision }: AgendaItem): Pick<Decision, 'id' | 'text'>[] {
  if (decisions?.length) return decisions;
  return decision ? [{ text: decision }] : [];
}

const withId = ({ id }: Pick<Decision, 'id'>) => (id === undefined ? {} : { decision_id: id });
