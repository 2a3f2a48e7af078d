/** A decision as the secretary writes it, and the task that it becomes, where it does. */
export interface SpokenDecision {
  text: string;
  task?: { title: string; due: string };
}

/** A question of a meeting: the minute at which it begins, and its minutes. */
export interface SpokenQuestion {
  minute: number;
  title: string;
  heard: string;
  said?: string;
  decisions: readonly SpokenDecision[];
}

/**
 * Fictional minutes of a meeting of one hour, in spoken order: 6 questions, 12 decisions, 8 tasks. All of it can be
 * typed on a Russian keyboard.
 */
export const spokenHour: readonly SpokenQuestion[] = [
  {
    minute: 0,
    title: 'О смете на 2027 год',
    heard: 'Расходы выросли на десятую часть, доходы прежние. Больше всего подорожали бумага и связь.',
    said: 'Ким поддержала смету и просила отложить ремонт.',
    decisions: [
      { text: 'Утвердить смету с поправками' },
      {
        text: 'Поручить Петровой А. А. представить план закупок до 4 декабря 2026',
        task: { title: 'Представить план закупок', due: '2026-12-04' },
      },
    ],
  },
  {
    minute: 11,
    title: 'О складе',
    heard: 'Крыша течёт с весны, под водой стояли две полки.',
    decisions: [
      {
        text: 'Поручить Петровой А. А. заказать шифер до 7 декабря 2026',
        task: { title: 'Заказать шифер', due: '2026-12-07' },
      },
      {
        text: 'Поручить Петровой А. А. нанять кровельщиков до 11 декабря 2026',
        task: { title: 'Нанять кровельщиков', due: '2026-12-11' },
      },
    ],
  },
  {
    minute: 21,
    title: 'О кадрах',
    heard: 'В отделе свободны три места, на два из них есть люди.',
    said: 'Спорили о сроке испытания, сошлись на трёх месяцах.',
    decisions: [
      { text: 'Принять двух человек с испытанием на три месяца' },
      {
        text: 'Поручить Петровой А. А. подготовить договоры до 9 декабря 2026',
        task: { title: 'Подготовить договоры', due: '2026-12-09' },
      },
    ],
  },
  {
    minute: 33,
    title: 'О поездке в Тверь',
    heard: 'Завод ждёт трёх человек на неделю, жильё за ним.',
    decisions: [
      { text: 'Направить в Тверь трёх человек' },
      {
        text: 'Поручить Петровой А. А. купить билеты до 2 декабря 2026',
        task: { title: 'Купить билеты', due: '2026-12-02' },
      },
    ],
  },
  {
    minute: 44,
    title: 'О новой программе',
    heard: 'Программа стоит на двух столах, третий ждёт памяти.',
    said: 'Просили научить тех, кто работает вечером.',
    decisions: [
      {
        text: 'Поручить Петровой А. А. провести занятие до 15 декабря 2026',
        task: { title: 'Провести занятие', due: '2026-12-15' },
      },
      {
        text: 'Поручить Петровой А. А. купить память до 18 декабря 2026',
        task: { title: 'Купить память', due: '2026-12-18' },
      },
    ],
  },
  {
    minute: 54,
    title: 'Разное',
    heard: 'Следующее совещание назначили на первый вторник месяца.',
    decisions: [
      { text: 'Собраться первого декабря в десять часов' },
      {
        text: 'Поручить Петровой А. А. разослать повестку до 30 ноября 2026',
        task: { title: 'Разослать повестку', due: '2026-11-30' },
      },
    ],
  },
];
