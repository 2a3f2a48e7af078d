import { type NameCase, surnameInCase } from '#contract/person-case.ts';
import { shortName } from '#src/format/index.ts';

/**
 * Words behind which a person stands in a case. Of verbs the forms that nobody is the subject of: behind «предложила» stands
 * who did it.
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
 * A position between the word and the name («Поручить директору …»), which is no verb whose subject the name is («доклад
 * сделала …»), or people named before («Петровой А. А. и …»).
 */
const position = String.raw`\s+(?!(?!отдела|филиала|персонала)[\p{Ll}-]*л(?:а|о|и|ась|ось|ись)(?!\p{L}))[\p{Ll}-]+(?:ому|ему|ой|ей|у|ю|а|я|ого|его|ым|им|ом|ем)`;
const people = String.raw`\s+\p{Lu}[\p{L}-]+(?:\s*\p{Lu}\.){1,2}(?:\s*,|\s+и)\s*`;
const between = new RegExp(`^(?:(?:${position}){0,3}\\s*|(?:${people})+)$`, 'u');

/** The case in which a name stands behind these words; undefined for the nominative. */
function caseBehind(before: string): NameCase | undefined {
  const line = before.replaceAll('\u00A0', ' ').slice(-200);
  // The nearest word that asks for a case decides, where nothing else than a position or people stand behind it.
  for (const found of [...line.matchAll(/[\p{L}-]+/gu)].reverse()) {
    const end = found.index + found[0].length;
    // An initial is no word.
    const nameCase = line[end] === '.' ? undefined : cases.get(found[0].toLowerCase());
    if (nameCase) return between.test(line.slice(end)) ? nameCase : undefined;
  }
  return undefined;
}

/** A name as it is written behind these words: «Поручить» «Петровой А. А.»; as it is where it cannot be declined for sure. */
export function nameInPlace(name: string, before: string): string {
  const nameCase = caseBehind(before);
  const short = shortName(name);
  const whole = name.trim().replaceAll(/\s+/g, ' ');
  const [surname = ''] = whole.split(' ');
  const declined = nameCase && surname !== whole ? surnameInCase(whole, surname, nameCase) : undefined;
  return declined ? short.replace(surname, declined) : short;
}
