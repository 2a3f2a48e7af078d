/** What is held, and what it is a protocol of. */
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
 * The name of a meeting in the genitive: «Оперативное совещание» becomes «оперативного совещания». Only words whose
 * genitive is certain are changed; anything else stays as it is.
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

/** The genitive of an adjective that agrees with a noun of this gender; undefined for a word that does not. */
function adjectiveGenitive(word: string, gender: Gender): string | undefined {
  if (word === third[gender]) return gender === 'feminine' ? 'третьей' : 'третьего';
  if (gender === 'neuter') return /[ое]е$/.test(word) ? word.replace(/ее$/, 'его').replace(/ое$/, 'ого') : undefined;
  if (gender === 'masculine') {
    if (!/(?:ый|ий|ой)$/.test(word)) return undefined;
    return word.replace(/.й$/, /[жшчщ]ий$|ний$/.test(word) ? 'его' : 'ого');
  }
  // With the stress on its ending: «большой».
  if (/^(?:больш|чуж)ая$/.test(word)) return word.replace(/ая$/, 'ой');
  if (/[жшчщ]ая$|яя$/.test(word)) return word.replace(/(ая|яя)$/, 'ей');
  return word.endsWith('ая') ? word.replace(/ая$/, 'ой') : undefined;
}

/** Nouns that bodies are called by and whose endings say nothing, or something else. */
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
 * The name of a body in the genitive, as it stands after «заседания»: «Бюджетная комиссия» becomes «бюджетной комиссии»,
 * «Комиссия по закупкам» «комиссии по закупкам». What depends on the noun stays; a name that the rule does not know stays
 * whole, for its secretary to put right.
 */
export function bodyGenitive(name: string): string {
  const words = name.trim().replaceAll(/\s+/g, ' ').split(' ');
  for (const [at, written] of words.entries()) {
    const word = written.toLowerCase();
    const found = nounGenitive(written);
    const adjectives = found && words.slice(0, at).map((each) => dependentGenitive(each.toLowerCase(), found[1]));
    if (found && !adjectives?.includes(undefined))
      return [...(adjectives ?? []), found[0], ...words.slice(at + 1)].join(' ');
    // Another word than an adjective before the noun: nobody can tell by rule.
    if (!/(?:ая|яя|ое|ее|ый|ий|ой|но|^третья|^третье)$/.test(word)) break;
  }
  return words.join(' ');
}

/** An adjective, or the adverb of one: «постоянно действующей». */
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
  // «Участок», «узел» lose a vowel, «блок» does not.
  if (/(?:(?<!бл|пот)ок|ек|ец|^узел)$/.test(word)) return undefined;
  if (/[бвгдзклмнпрстфх]$/.test(word)) return [`${word}а`, 'masculine'];
  return undefined;
}
