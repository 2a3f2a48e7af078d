import { type SQL, sql } from 'drizzle-orm';
import { isWholeWord, searchWords } from '#contract/found-words.ts';

/**
 * A tsquery for a column made by `searchForms`: each of these words is there, in any Russian form, or begins a word, so
 * that typing finds; a letter beside other words is itself alone. Forms are those of PostgreSQL's Snowball stems, which do not know fleeting vowels («сделка», «сделок»).
 * Undefined when there is no word in it.
 */
export function formsQuery(search: string | undefined): SQL | undefined {
  return joined(searchWords(search), sql` && `);
}

/** The same, for any of the words; a letter beside longer ones tells nothing. */
export function anyFormQuery(search: string | undefined): SQL | undefined {
  const words = searchWords(search);
  const longer = words.filter((word) => !isWholeWord(word, words));
  return joined(longer.length > 0 ? longer : words, sql` || `);
}

/** A tsquery that the words are there in a column that has `=<owner>` among its words, for the rows of these owners. */
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
