/** Nouns that questions begin with, in the prepositional; other endings are certain by themselves. */
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

/** «утверждение», «развитие», «индексация»; not «последние», which is an adjective. */
const endings: [RegExp, string][] = [
  [/(?<=[аеёя]н|[аеиуы]т)ие$/, 'ии'],
  [/(?<=ц)ия$/, 'ии'],
];

/**
 * The title of a question as it stands after «СЛУШАЛИ: Иванов С. П. –»: «об исполнении бюджета» of «Об исполнении бюджета»
 * and of «Исполнение бюджета». A title that allows no such thing for certain stays as it was entered: two nouns would have
 * to be declined in «Подготовка и проведение».
 */
export function topicOf(title: string): string {
  if (/^(?:О|Об|Обо|По|Про)[ \u00a0]/u.test(title)) return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  const [first = ''] = /^\p{Lu}\p{Ll}+(?=$|[ \u00a0.])/u.exec(title) ?? [];
  if (first === '' || /[,;]|[ \u00a0](?:и|или|либо)[ \u00a0]/u.test(title)) return title;
  const noun = inPrepositional(first.toLowerCase());
  if (noun === undefined) return title;
  return `${/^[аиоуэ]/.test(noun) ? 'об' : 'о'} ${noun}${title.slice(first.length)}`;
}

function inPrepositional(noun: string): string | undefined {
  const known = Object.hasOwn(prepositional, noun) ? prepositional[noun] : undefined;
  const [ending, changed = ''] = endings.find(([form]) => form.test(noun)) ?? [];
  return known ?? (ending && noun.replace(ending, changed));
}
