import { type NameCase, surnameInCase } from '#contract/person-case.ts';
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

/** Returns the case of a name after these words; undefined for the nominative. */
function caseBehind(before: string): NameCase | undefined {
  const line = before.replaceAll('\u00A0', ' ').slice(-200);
  // The nearest governing word decides, if only a position or names stand between it and the end.
  for (const found of [...line.matchAll(/[\p{L}-]+/gu)].reverse()) {
    const end = found.index + found[0].length;
    // An initial is not a word.
    const nameCase = line[end] === '.' ? undefined : cases.get(found[0].toLowerCase());
    if (nameCase) return between.test(line.slice(end)) ? nameCase : undefined;
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
