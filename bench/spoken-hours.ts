import type { Segment } from '#server/modules/insights/analysis/segment.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';

const subjects =
  'смета договор отчёт склад закупка ремонт поставщик проект график бюджет отдел клиент площадка доставка';
const verbs = 'обсудили проверили показали перенесли утвердили сократили согласовали поручили подготовили закрыли';
const others =
  'сегодня вчера коллеги новый старый первый второй важный срок неделя месяц квартал вопрос решение работа человек деньги ' +
  'процент расход доход план завод цех линия смена письмо ответ встреча данные система доступ сервер машина запас товар ' +
  'цена счёт оплата аванс налог кадры отпуск обучение безопасность проверка замечание приказ акт заявка тендер подрядчик';
const openings = [
  'Решили:',
  'Поручаю',
  'Переходим к вопросу о',
  'Нужно до пятницы',
  'По поводу',
  'Значит',
  'Тогда',
  'У нас',
];

/** Returns a transcript of hours of talk, the same each time: about eleven words every four seconds. */
export function spokenHours(words: number): Segment[] {
  const random = seededRandom(42);
  const vocabulary = [subjects, verbs, others].flatMap((each) => each.split(' '));
  // Speech repeats a few words a lot, and has names and numbers that occur once.
  const word = () =>
    random(8) === 0
      ? `${vocabulary[random(vocabulary.length)]}${random(400)}`
      : vocabulary[random(random(vocabulary.length) + 1)];
  return Array.from({ length: Math.round(words / 11) }, (_, index) => ({
    id: `s${index}`,
    start: index * 4,
    end: index * 4 + 3.8,
    text: `${openings[random(openings.length)]} ${Array.from({ length: 10 }, word).join(' ')}.`,
    speaker: `Голос ${random(6)}`,
  }));
}
