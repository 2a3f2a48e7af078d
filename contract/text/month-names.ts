/** Names of the months in the genitive, as in «27 ноября». */
export const genitiveMonths = [
  ...['января', 'февраля', 'марта', 'апреля', 'мая', 'июня'],
  ...['июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря'],
] as const;
