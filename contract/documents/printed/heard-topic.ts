/** First words of agenda items with their prepositional; other nouns are covered by `endings`. */
const prepositional: Record<string, string> = {
  бюджет: 'бюджете',
  вопросы: 'вопросах',
  график: 'графике',
  доклад: 'докладе',
  договор: 'договоре',
  закупка: 'закупке',
  закупки: 'закупках',
  изменения: 'изменениях',
  итоги: 'итогах',
  меры: 'мерах',
  отчёт: 'отчёте',
  отчет: 'отчете',
  оценка: 'оценке',
  план: 'плане',
  планы: 'планах',
  подготовка: 'подготовке',
  поставка: 'поставке',
  поставки: 'поставках',
  предложения: 'предложениях',
  проверка: 'проверке',
  проект: 'проекте',
  разное: 'разном',
  разработка: 'разработке',
  результаты: 'результатах',
  смета: 'смете',
  состав: 'составе',
  сроки: 'сроках',
  статус: 'статусе',
  установка: 'установке',
  ход: 'ходе',
};

/** Endings of nouns such as «утверждение», «развитие», «индексация»; not of «последние», which is an adjective. */
const endings: [RegExp, string][] = [
  [/(?<=[аеёя]н|[аеиуы]т)ие$/, 'ии'],
  [/(?<=ц)ия$/, 'ии'],
];

/** Endings of an adjective in the nominative; not of genitives such as «мероприятий». */
const adjective = /(?:[кгхжшчщ]ий|ый|ая|яя|ое|ее|ые|[кгхжшчщ]ие)$/u;
const preposition = /^(?:в|во|для|за|из|к|на|о|об|от|по|при|с|со)$/u;

/**
 * Returns the title of an agenda item as it follows «СЛУШАЛИ: Иванов С. П. –»: «об исполнении бюджета» for «Об
 * исполнении бюджета» and for «Исполнение бюджета». A title that cannot be declined with certainty stays as it was
 * entered: in «Подготовка и проведение» two nouns would have to be declined, in «Отчёт годовой» the adjective, too.
 */
export function topicOf(title: string): string {
  if (/^(?:О|Об|Обо|По|Про)[ \u00a0]/u.test(title)) return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  const [first = ''] = /^\p{Lu}\p{Ll}+(?=$|[ \u00a0.])/u.exec(title) ?? [];
  if (first === '' || /[,;]|[ \u00a0](?:и|или|либо)[ \u00a0]/u.test(title)) return title;
  if (hasAdjectiveAfterNoun(title)) return title;
  const noun = inPrepositional(first.toLowerCase());
  if (noun === undefined) return title;
  return `${/^[аиоуэ]/.test(noun) ? 'об' : 'о'} ${noun}${title.slice(first.length)}`;
}

/** Whether an adjective follows the first noun: «Отчёт годовой за 2026 год», but not «Ход уборочной кампании». */
function hasAdjectiveAfterNoun(title: string): boolean {
  const [, second = '', third] = title.split(/[ \u00a0]/u);
  return adjective.test(second) || (/ой$/u.test(second) && (third === undefined || preposition.test(third)));
}

function inPrepositional(noun: string): string | undefined {
  const known = Object.hasOwn(prepositional, noun) ? prepositional[noun] : undefined;
  const [ending, changed = ''] = endings.find(([form]) => form.test(noun)) ?? [];
  return known ?? (ending && noun.replace(ending, changed));
}
