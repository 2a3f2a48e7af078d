/** HTML that sets `window.hit` where it is inserted as HTML. */
const html = '<img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">&amp;';

/** Words that break an unprepared screen, by a name for the report. */
export const hostileWords = {
  /** Without any place for a line break. */
  unbroken: 'Ж'.repeat(10_000),
  // A family, a flag, a skin tone: each one grapheme of several code points.
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍💻'.repeat(2),
  html,
  rightToLeft: 'דוח שנתי של הוועדה (2026) – تقرير سنوي',
  // Changes the text direction without resetting it: the text after it must not be affected.
  override: '\u202Eмотсет с окмар \u2067оборот',
};

const values = Object.values(hostileWords);
/** Maximum length of a name that our server sends; longer ones would only slow the tests down. */
const longestName = 200;
/** Fields written by people: the rest of an answer is numbers, dates and words of the server. */
const written = new Set([
  ...['title', 'name', 'place', 'organization', 'position', 'description', 'kind', 'origin', 'phone'],
  ...['listened', 'discussion', 'text', 'speaker_name', 'protocol_title', 'assignee_name', 'summary'],
]);

/**
 * Returns the answer with all texts written by people replaced by the hostile words, one after the other from `first`
 * on.
 */
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
