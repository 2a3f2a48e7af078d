import { type SearchGroup, searchKinds } from '#contract/search/search.ts';
import { type FoundGroup, type FoundHit, maxHits } from './on-device.ts';

/**
 * Returns the server's hits with the unsent ones (`findUnsent`), which it cannot know, above them. A hit found by both
 * is shown as on the server, with its unsent mark.
 */
export function withUnsent(groups: readonly SearchGroup[], unsent: readonly FoundGroup[]): readonly FoundGroup[] {
  if (unsent.length === 0) return groups;
  const kinds = new Set<string>([...searchKinds, ...groups.map(({ kind }) => kind)]);
  return [...kinds].flatMap((kind): FoundGroup[] => {
    const found = groups.find((group) => group.kind === kind);
    const own = unsent.find((group) => group.kind === kind);
    if (!own) return found ? [found] : [];
    const marks = new Map(own.hits.map((hit) => [keyOf(hit), hit]));
    const hits = (found?.hits ?? []).map((hit) => ({ ...hit, unsent: marks.get(keyOf(hit))?.unsent }));
    const known = new Set(hits.map(keyOf));
    const added = own.hits.filter((hit) => !known.has(keyOf(hit)));
    const total = (found?.total ?? 0) + own.total - inBoth(kind, own.hits, hits);
    return [{ ...found, kind, total, hits: [...added, ...hits].slice(0, maxHits) }];
  });
}

/** Returns how many counted objects both lists contain; for decisions, their protocols are counted. */
function inBoth(kind: string, own: readonly FoundHit[], others: readonly FoundHit[]): number {
  const counted = (hit: FoundHit) => (kind === 'decision' ? (hit.protocol_id ?? hit.id) : hit.id);
  const theirs = new Set(others.map(counted));
  return new Set(own.map(counted).filter((id) => theirs.has(id))).size;
}

/** The id of a decision is unique only within its protocol. */
const keyOf = ({ id, protocol_id }: FoundHit) => `${protocol_id ?? ''} ${id}`;
