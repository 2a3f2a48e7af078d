export type Speaker = { name: string; position: string; voice: string; pitch: number; speed: number };

/** An espeak-ng voice for each speaker. */
export const speakers = {
  ivanov: { name: 'Иванов С. П.', position: 'генеральный директор', voice: 'ru', pitch: 30, speed: 165 },
  orlova: { name: 'Орлова Е. В.', position: 'финансовый директор', voice: 'ru+f2', pitch: 58, speed: 172 },
  kim: { name: 'Ким Д. А.', position: 'начальник отдела снабжения', voice: 'ru+m3', pitch: 52, speed: 176 },
} satisfies Record<string, Speaker>;

export type SpokenSegment = { by: keyof typeof speakers; item: 0 | 1 | 2; text: string };

export const meeting = {
  organization: 'ООО «Меридиан»',
  title: 'Совещание по бюджету на I квартал',
  agenda: ['О смете на первый квартал', 'О договоре с подрядчиком'],
};

/** The spoken lines in order; `item` is the agenda item on the slide, 0 for the opening. */
export const lines: SpokenSegment[] = [
  { by: 'ivanov', item: 0, text: 'Добрый день, коллеги. Начинаем совещание по бюджету на первый квартал.' },
  { by: 'ivanov', item: 1, text: 'Первый вопрос: смета на первый квартал. Елена Викторовна, пожалуйста.' },
  {
    by: 'orlova',
    item: 1,
    text: 'Расходы растут на восемь процентов. Основная причина: аренда второго склада и индексация договоров.',
  },
  { by: 'orlova', item: 1, text: 'Предлагаю сократить командировки, это двенадцать процентов экономии.' },
  { by: 'kim', item: 1, text: 'Поддерживаю. Часть встреч проведём по видеосвязи.' },
  {
    by: 'ivanov',
    item: 1,
    text: 'Решили: утвердить смету с сокращением расходов на командировки на двенадцать процентов.',
  },
  { by: 'ivanov', item: 1, text: 'Елене Викторовне поручаю подготовить отчёт по аренде, срок две недели.' },
  { by: 'ivanov', item: 2, text: 'Второй вопрос: договор с подрядчиком. Дмитрий Александрович?' },
  { by: 'kim', item: 2, text: 'Подрядчик предложил рассрочку без удорожания. Предлагаю согласовать.' },
  { by: 'orlova', item: 2, text: 'Возражений нет, деньги в плане предусмотрены.' },
  { by: 'ivanov', item: 2, text: 'Решили: согласовать договор на условиях рассрочки. Ответственный Ким.' },
  { by: 'ivanov', item: 0, text: 'Всем спасибо, совещание закрыто.' },
];
