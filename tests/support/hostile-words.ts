/** What an element of HTML does when it is one: `window.hit`. */
const html = '<img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">&amp;';

/** Words that break a screen which does not expect them, by a name for the report. */
export const hostileWords = {
  /** No place where a line could break. */
  unbroken: 'Ж'.repeat(10_000),
  // A family, a flag, a coloured skin: each one sign made of several.
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍💻'.repeat(2),
  html,
  rightToLeft: 'דוח שנתי של הוועדה (2026) – تقرير سنوي',
  // Turned round and never turned back: what stands after it must not be.
  override: '\u202Eмотсет с окмар \u2067оборот',
};

const values = Object.values(hostileWords);
/** No server of ours sends more of a name, and nobody waits for the lines of a longer one. */
const longestName = 200;
/** What people write: the rest of an answer is numbers, dates and words of the server’s own. */
const written = new Set([
  ...['title', 'name', 'place', 'organization', 'position', 'description', 'kind', 'origin', 'phone'],
  ...['listened', 'discussion', 'text', 'speaker_name', 'protocol_title', 'assignee_name', 'summary'],
]);

/** An answer in which everything that a person wrote is hostile, each time the next of the words, from the `first` on. */
export function withHostileWords(answer: unknown, first: number): unknown {
  let next = first;
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, key));
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
    if (typeof value !== 'string' || !written.has(key)) return value;
    next += 1;
    const word = values[(next - 1) % values.length];
    return key.endsWith('name') ? word?.slice(0, longestName) : word;
  };
  return walk(answer, '');
}
