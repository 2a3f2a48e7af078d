import { positions } from '#contract/decisions/parse-owner.ts';
import { type NameCase, surnameInCase } from '#contract/text/person-case.ts';
import { shortName } from '#src/format/index.ts';

/**
 * Words that put the name after them into a case. Verbs are listed only in forms that cannot have the person as their
 * subject: after «предложила» the name is the subject, in the nominative.
 */
const leading: Record<NameCase, string> = {
  dative: `поручить поручено поручается рекомендовать рекомендовано предложить предложено предоставить разрешить разрешено
    передать сообщить напомнить помочь слово благодарность замечание выговор премию к ко согласно благодаря`,
  accusative: `назначить избрать освободить обязать направить включить исключить принять наградить уволить заслушать
    заслушали слушали поздравить поддержать поблагодарить утвердить командировать пригласить на через про`,
  genitive: `от у для без кроме участием участии руководством просьбе предложению доклад доклада отчёт отчёта отчет отчета
    сообщение выступление информацию информация предложение мнение кандидатуру кандидатура заявление`,
  instrumental: 'с со между перед над',
  prepositional: 'о об при',
};
const cases = new Map(
  (Object.entries(leading) as [NameCase, string][]).flatMap(([nameCase, words]) =>
    words.split(/\s+/).map((word) => [word, nameCase] as const),
  ),
);

/**
 * Words allowed between the governing word and the name: a position («Поручить директору …»), but no verb whose subject
 * is the name («доклад сделала …»); or people named before («Петровой А. А. и …»).
 */
const position = String.raw`\s+(?!(?!отдела|филиала|персонала)[\p{Ll}-]*л(?:а|о|и|ась|ось|ись)(?!\p{L}))[\p{Ll}-]+(?:ому|ему|ой|ей|у|ю|а|я|ого|его|ым|им|ом|ем)`;
const people = String.raw`\s+\p{Lu}[\p{L}-]+(?:\s*\p{Lu}\.){1,2}(?:\s*,|\s+и)\s*`;
const between = new RegExp(`^(?:(?:${position}){0,3}\\s*|(?:${people})+)$`, 'u');

const prepositions = new Set('с со между перед над о об при к ко согласно благодаря на через про'.split(' '));
/** Nouns of a person's doing, in the cases in which they follow a preposition: «с предложением», «согласно приказу». */
const doings = new RegExp(
  `^(?:имя|имен(?:и|ем)|(?:${`предложени мнени доклад информаци отпуск проект приказ распоряжени заявлени выступлени
    отчёт отчет сообщени просьб замечани кандидатур позици обращени заключени инициатив участи отсутстви присутстви`
    .split(/\s+/)
    .join('|')})(?:а|у|о?м|ем|е|я|ю|и|ью|о?й|ей|ией|ях?м?и?|ами?|ах|ов))$`,
);
/** Words that give something to the person after a noun: «Слово для доклада», «Поручить подготовку проекта». */
const givesTo =
  /(?<!\p{L})(?:поручить|поручено|поручается|предоставить|передать|разрешить|слово)(?:\s+(?!(?:[восук]|об|со|по|над|от|на|при|за|из)\s|\p{L}*(?:ть|ти|чь)(?:ся)?\s)[\p{Ll}-]+){0,5}\s*$/iu;
/** Adjectives before a position: «с новым», «к новому». */
const adjectives = /^\s*(?:[\p{Ll}-]+(?:ым|им|ому|ему|ого|его)\s+){0,2}/u;
const otherPositions = /^(?:докладчик|представител|помощник|сотрудник|исполнител|ответственн|коллег|эксперт|глав)/;

/** Whether nothing, people or a position stand between the preposition and the name. */
function isOfPerson(words: string): boolean {
  const noun = words.replace(adjectives, '');
  return /^(?:\p{Lu}|$)/u.test(noun) || positions.test(noun) || otherPositions.test(noun);
}

/** Returns the case of a name after these words; undefined for the nominative. */
function caseBehind(before: string): NameCase | undefined {
  const line = before.replaceAll('\u00A0', ' ').slice(-200);
  // The nearest governing word decides, if only a position or names stand between it and the end.
  for (const found of [...line.matchAll(/[\p{L}-]+/gu)].reverse()) {
    const end = found.index + found[0].length;
    const word = found[0].toLowerCase();
    // An initial is not a word.
    const nameCase = line[end] === '.' ? undefined : (cases.get(word) ?? (doings.test(word) ? 'genitive' : undefined));
    if (!nameCase) continue;
    const words = line.slice(end);
    if (!between.test(words) || (prepositions.has(word) && !isOfPerson(words))) return undefined;
    return doings.test(word) && givesTo.test(line.slice(0, found.index)) ? 'dative' : nameCase;
  }
  return undefined;
}

/**
 * Returns a name in the case that the words before it require: «Поручить» «Петровой А. А.»; undeclined where it is
 * unsure.
 */
export function nameInPlace(name: string, before: string): string {
  const nameCase = caseBehind(before);
  const short = shortName(name);
  const whole = name.trim().replaceAll(/\s+/g, ' ');
  const [surname = ''] = whole.split(' ');
  const declined = nameCase && surname !== whole ? surnameInCase(whole, surname, nameCase) : undefined;
  return declined ? short.replace(surname, declined) : short;
}
