import { type SQL, sql } from 'drizzle-orm';
import { searchWords } from './search-key.ts';

/**
 * A tsquery for a column made by `searchForms`: each of these words is there, in any Russian form, or begins a word, so
 * that typing finds. Forms are those of PostgreSQL's Snowball stems, which do not know fleeting vowels («сделка», «сделок»).
 * Undefined when there is no word in it.
 */
export function formsQuery(search: string | undefined): SQL | undefined {
  return joined(search, sql` && `);
}

/** The same, for any of the words. */
export function anyFormQuery(search: string | undefined): SQL | undefined {
  return joined(search, sql` || `);
}

function joined(search: string | undefined, by: SQL): SQL | undefined {
  const words = searchWords(search).map(
    (word) => sql`(to_tsquery('simple', ${`${word}:*`}) || plainto_tsquery('russian', ${word}))`,
  );
  return words.length === 0 ? undefined : sql`(${sql.join(words, by)})`;
}
