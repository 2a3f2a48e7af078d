import { type SQL, sql } from 'drizzle-orm';
import { searchWords } from '#contract/found-words.ts';

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

/** A tsquery that the words are there in a column that has `=<owner>` among its words, for this owner's rows. */
export function ofOwnerQuery(ownerId: string, words: SQL): SQL {
  const owner = `'=${ownerId.replace(/['\\]/g, (sign) => sign + sign)}'`;
  return sql`(${words} && ${owner}::tsquery)`;
}

function joined(search: string | undefined, by: SQL): SQL | undefined {
  const words = searchWords(search).map(
    (word) => sql`(to_tsquery('simple', ${`${word}:*`}) || plainto_tsquery('russian', ${word}))`,
  );
  return words.length === 0 ? undefined : sql`(${sql.join(words, by)})`;
}
