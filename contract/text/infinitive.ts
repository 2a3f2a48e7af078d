const nouns = new Set(
  (
    'часть область сеть печать смерть власть честь весть повесть есть пять шесть девять десять двадцать тридцать мать ' +
    'кровать тетрадь ночь речь дочь печь пути сети части области власти почти чести смерти связь грудь роль путь память ' +
    'запчасть радость нефть медь треть четверть'
  ).split(' '),
);

/** Whether a word, in lower case and without ё, has the ending of an infinitive: «представить», «внести», «помочь». */
export function isInfinitive(word: string): boolean {
  return /.(ть|ти|чь)(ся|сь)?$/.test(word) && !/ост[ьи]$/.test(word) && !nouns.has(word);
}
