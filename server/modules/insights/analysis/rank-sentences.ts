const damping = 0.85;
const rounds = 30;
const minLikeness = 0.1;
/** A word that occurs in more sentences than this does not distinguish them. */
const commonest = 300;

type Edge = { to: number; weight: number };

/**
 * Returns the centrality of each sentence, 1 on average: LexRank, where the similarity of two sentences is the cosine
 * of their words weighted by rarity.
 */
export function rankSentences(sentences: readonly string[][]): number[] {
  const vectors = weigh(sentences);
  const edges = likeness(vectors);
  const sums = edges.map((own) => own.reduce((sum, { weight }) => sum + weight, 0));
  let ranks = sentences.map(() => 1);
  for (let round = 0; round < rounds; round += 1) {
    const next = ranks.map(() => 1 - damping);
    edges.forEach((own, from) => {
      for (const { to, weight } of own) {
        next[to] = (next[to] ?? 0) + (damping * (ranks[from] ?? 0) * weight) / (sums[from] ?? 1);
      }
    });
    ranks = next;
  }
  return ranks;
}

/** Returns the similarity of two sentences, 0 to 1: the share of the shorter one's words that the other contains. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(1, Math.min(one.size, other.size));
}

function weigh(sentences: readonly string[][]): Map<string, number>[] {
  const frequency = new Map<string, number>();
  for (const words of sentences) for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return sentences.map((words) => {
    const vector = new Map<string, number>();
    for (const word of words) {
      const rarity = Math.log(1 + sentences.length / (frequency.get(word) ?? 1));
      vector.set(word, (vector.get(word) ?? 0) + rarity);
    }
    const length = Math.hypot(...vector.values()) || 1;
    for (const [word, weight] of vector) vector.set(word, weight / length);
    return vector;
  });
}

function likeness(vectors: readonly Map<string, number>[]): Edge[][] {
  const postings = new Map<string, Edge[]>();
  vectors.forEach((vector, to) => {
    for (const [word, weight] of vector) {
      const known = postings.get(word);
      if (known) known.push({ to, weight });
      else postings.set(word, [{ to, weight }]);
    }
  });
  const shared = new Float64Array(vectors.length);
  return vectors.map((vector, from) => {
    const touched: number[] = [];
    for (const [word, weight] of vector) {
      const others = postings.get(word) ?? [];
      if (others.length > commonest) continue;
      for (const { to, weight: theirs } of others) {
        if (shared[to] === 0) touched.push(to);
        shared[to] = (shared[to] ?? 0) + weight * theirs;
      }
    }
    const own: Edge[] = [];
    for (const to of touched) {
      const weight = shared[to] ?? 0;
      if (to !== from && weight >= minLikeness) own.push({ to, weight });
      shared[to] = 0;
    }
    return own;
  });
}
