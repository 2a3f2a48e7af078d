/** Common office words, in the forms in which they are written. */
const common =
  `бюджет бюджета смету сметы ремонт ремонта договора договор подрядчик подрядчика поставка поставки оборудование
  согласовать утвердить подготовить представить отчёт отчёта план плана срока срок комиссия комиссии директор отдел отдела
  проверка проверки закупка закупки тендер тендера кровля кровли гимназия школа здание здания участок работы выполнены
  замечания устранить акт акта приёмка приёмки служба служебная записка письмо ответ направить заявка заявки финансирование
  средства остаток перенести график графика ответственный совещание заседание решение вопрос обсуждение предложение
  поручить контроль исполнение результат показатели квартал год месяц неделя сотрудники обучение охрана труда безопасность`
    .split(/\s+/)
    .map((word) => word.replaceAll('ё', 'е'));

/** Rare words, none of which is the beginning of another. */
const rare = Array.from({ length: 6_000 }, (_, place) => {
  const syllable = (step: number) =>
    'ба ве ги до жу за ки ло му не па ро су те фи ха ци чо шу ще'.split(' ')[Math.floor(place / step) % 20];
  return `${syllable(1)}${syllable(20)}${syllable(400)}${'нрлтм'[place % 5]}`;
});

const words = [...common, ...rare];
const kinds = { title: 6, said: 45, heard: 45, one: 12, two: 10, three: 14 } as const;

/**
 * Returns a thousand texts of each kind, the same on every run. As in any language, a few words make up half of each
 * text, and most words occur in few texts.
 */
export function makeTexts() {
  const random = randomFrom(47);
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? '';
  const text = (count: number) => Array.from({ length: count }, word).join(' ');
  return Array.from({ length: 1_000 }, (_, n) => ({
    n,
    ...(Object.fromEntries(Object.entries(kinds).map(([kind, count]) => [kind, text(count)])) as Record<
      keyof typeof kinds,
      string
    >),
    line: text(9),
  }));
}

/** Numbers from 0 to 1, the same for the same seed (Park and Miller). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
