import { type SQL, sql } from 'drizzle-orm';
import { foldWords, isWholeWord, searchWords } from '#contract/text/found-words.ts';

/** Maximum letters of a key: PostgreSQL takes at most a megabyte of different words, with their places, for one row. */
const maxLetters = 100_000;
/** Characters read to make the key: beyond these there would be little but spaces and signs. */
const maxRead = 4 * maxLetters;

/** Returns the words of the texts in the form that is searched; cut off after `maxLetters`. */
export function searchKeyOf(...texts: (string | null | undefined)[]): string {
  const text = texts.filter((each) => each).join(' ');
  return foldWords(text.slice(0, maxRead)).slice(0, maxLetters).toWellFormed();
}

/** Whether somebody searches for signs alone: no row holds such a word. */
export function isWordless(search: string | undefined): boolean {
  return Boolean(search?.trim()) && searchWords(search).length === 0;
}

/** Returns a tsquery for rows where each of these words begins a word; undefined if the search has no word. */
export function prefixQuery(search: string | undefined): string | undefined {
  const words = searchWords(search);
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}

/**
 * Returns a tsquery for a column made by `searchForms`. Each word must occur in any Russian form or as the beginning of
 * a word, so that a search works while it is being typed; a single letter beside other words must be a whole word.
 * Forms are PostgreSQL's Snowball stems, which do not know fleeting vowels («сделка», «сделок»). Undefined if the
 * search has no word.
 */
export function formsQuery(search: string | undefined): SQL | undefined {
  return joined(searchWords(search), sql` && `);
}

/** The same for any of the words; single letters beside longer words are ignored. */
export function anyFormQuery(search: string | undefined): SQL | undefined {
  const words = searchWords(search);
  const longer = words.filter((word) => !isWholeWord(word, words));
  return joined(longer.length > 0 ? longer : words, sql` || `);
}

/** Limits a tsquery to the rows of these owners, in a column that has `=<owner>` among its words. */
export function ofOwnersQuery(owners: readonly string[], words: SQL): SQL {
  const each = owners.map((owner) => {
    const quoted = `'=${owner.replace(/['\\]/g, (sign) => sign + sign)}'`;
    return sql`${quoted}::tsquery`;
  });
  return sql`(${words} && (${sql.join(each, sql` || `)}))`;
}

function joined(words: readonly string[], by: SQL): SQL | undefined {
  const each = words.map((word) => {
    const beginning = isWholeWord(word, words) ? word : `${word}:*`;
    return sql`(to_tsquery('simple', ${beginning}) || plainto_tsquery('russian', ${word}))`;
  });
  return each.length === 0 ? undefined : sql`(${sql.join(each, by)})`;
}
