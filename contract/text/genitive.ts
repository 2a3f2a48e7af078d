/** Words for meetings with their genitive, as in «протокол совещания». */
const meetings: Record<string, string> = {
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
 * Returns the name of a meeting in the genitive: «оперативного совещания» for «Оперативное совещание». Only words whose
 * genitive is certain are changed; any other name stays as it is.
 */
export function meetingGenitive(text: string): string {
  const words = text.split(' ');
  const at = words.findIndex((word) => Object.hasOwn(meetings, word.toLowerCase()));
  if (at < 0) return text;
  const noun = (words[at] ?? '').toLowerCase();
  const gender = noun.endsWith('е') ? 'neuter' : 'feminine';
  const adjectives = words.slice(0, at).map((word) => adjectiveGenitive(word.toLowerCase(), gender));
  if (adjectives.includes(undefined)) return text;
  return [...adjectives, meetings[noun], ...words.slice(at + 1)].join(' ');
}

type Gender = 'masculine' | 'neuter' | 'feminine';

const third: Record<Gender, string> = { masculine: 'третий', neuter: 'третье', feminine: 'третья' };

/** Returns the genitive of an adjective that agrees with a noun of this gender; undefined for any other word. */
function adjectiveGenitive(word: string, gender: Gender): string | undefined {
  if (word === third[gender]) return gender === 'feminine' ? 'третьей' : 'третьего';
  if (gender === 'neuter') return /[ое]е$/.test(word) ? word.replace(/ее$/, 'его').replace(/ое$/, 'ого') : undefined;
  if (gender === 'masculine') {
    if (!/(?:ый|ий|ой)$/.test(word)) return undefined;
    return word.replace(/.й$/, /[жшчщ]ий$|ний$/.test(word) ? 'его' : 'ого');
  }
  // The stress is on the ending: «большой».
  if (/^(?:больш|чуж)ая$/.test(word)) return word.replace(/ая$/, 'ой');
  if (/[жшчщ]ая$|яя$/.test(word)) return word.replace(/(ая|яя)$/, 'ей');
  return word.endsWith('ая') ? word.replace(/ая$/, 'ой') : undefined;
}

/** Nouns for bodies whose gender and genitive do not follow from their endings. */
const nouns: Record<string, [genitive: string, gender: Gender]> = {
  группа: ['группы', 'feminine'],
  коллегия: ['коллегии', 'feminine'],
  служба: ['службы', 'feminine'],
  кафедра: ['кафедры', 'feminine'],
  палата: ['палаты', 'feminine'],
  команда: ['команды', 'feminine'],
  бригада: ['бригады', 'feminine'],
  бюро: ['бюро', 'neuter'],
};

/**
 * Returns the name of a body in the genitive, as it stands after «заседания»: «бюджетной комиссии» for «Бюджетная
 * комиссия», «комиссии по закупкам» for «Комиссия по закупкам». What depends on the noun stays unchanged. A name that
 * the rule does not know stays as it is, for its secretary to correct.
 */
export function bodyGenitive(name: string): string {
  const words = name.trim().replaceAll(/\s+/g, ' ').split(' ');
  for (const [at, written] of words.entries()) {
    const word = written.toLowerCase();
    const found = nounGenitive(written);
    const adjectives = found && words.slice(0, at).map((each) => dependentGenitive(each.toLowerCase(), found[1]));
    if (found && !adjectives?.includes(undefined))
      return [...(adjectives ?? []), found[0], ...words.slice(at + 1)].join(' ');
    // A word other than an adjective precedes the noun: the rule does not apply.
    if (!/(?:ая|яя|ое|ее|ый|ий|ой|но|^третья|^третье)$/.test(word)) break;
  }
  return words.join(' ');
}

/** Returns the genitive of an adjective; an adverb stays as it is: «постоянно действующей». */
function dependentGenitive(word: string, gender: Gender): string | undefined {
  return word.endsWith('но') ? word : adjectiveGenitive(word, gender);
}

function nounGenitive(written: string): [genitive: string, gender: Gender] | undefined {
  // «ЭПК», «ВКС» and names in quotes stay as they are.
  if (!/^\p{Lu}?[\p{Ll}-]+$/u.test(written)) return undefined;
  const word = written.toLowerCase();
  if (Object.hasOwn(nouns, word)) return nouns[word];
  if (/(?:ая|яя|ое|ее|ый|ой)$/.test(word)) return undefined;
  if (word.endsWith('ия')) return [`${word.slice(0, -1)}и`, 'feminine'];
  if (/ние$|ство$/.test(word)) return [word.replace(/[ео]$/, (last) => (last === 'е' ? 'я' : 'а')), 'neuter'];
  // «Участок» and «узел» lose a vowel, «блок» does not.
  if (/(?:(?<!бл|пот)ок|ек|ец|^узел)$/.test(word)) return undefined;
  if (/[бвгдзклмнпрстфх]$/.test(word)) return [`${word}а`, 'masculine'];
  return undefined;
}
