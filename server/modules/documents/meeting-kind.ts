import { lines, tidy } from './russian-text.ts';

/** What is held, and what it is a protocol of. */
const genitives: Record<string, string> = {
  совещание: 'совещания',
  заседание: 'заседания',
  собрание: 'собрания',
  встреча: 'встречи',
  планёрка: 'планёрки',
  планерка: 'планерки',
  летучка: 'летучки',
  конференция: 'конференции',
};

/**
 * The lines below «ПРОТОКОЛ»: «Оперативное совещание» becomes «оперативного совещания», the theme follows as it was
 * entered, in the same line where it says about what. Only words whose genitive is certain are changed; anything else
 * stays as it is.
 */
export function titleLines(kind: string | null | undefined, title: string | null | undefined): string[] {
  const theme = lines(title);
  const named = genitive(tidy(kind));
  const [first = '', ...rest] = theme;
  const inTitle = genitive(first);
  if (inTitle !== first) return [inTitle, ...rest];
  if (named !== tidy(kind) && /^(О|Об|Обо) /.test(first))
    return [`${named} ${first.slice(0, 1).toLowerCase()}${first.slice(1)}`, ...rest];
  return [...(named ? [named] : []), ...theme];
}

function genitive(text: string): string {
  const words = text.split(' ');
  const at = words.findIndex((word) => word.toLowerCase() in genitives);
  if (at < 0) return text;
  const noun = (words[at] ?? '').toLowerCase();
  const adjectives = words.slice(0, at).map((word) => adjectiveGenitive(word.toLowerCase(), noun.endsWith('е')));
  if (adjectives.includes(undefined)) return text;
  return [...adjectives, genitives[noun], ...words.slice(at + 1)].join(' ');
}

function adjectiveGenitive(word: string, neuter: boolean): string | undefined {
  if (neuter) return /[ое]е$/.test(word) ? word.replace(/ее$/, 'его').replace(/ое$/, 'ого') : undefined;
  if (/[жшчщ]ая$|яя$/.test(word)) return word.replace(/(ая|яя)$/, 'ей');
  return word.endsWith('ая') ? word.replace(/ая$/, 'ой') : undefined;
}
