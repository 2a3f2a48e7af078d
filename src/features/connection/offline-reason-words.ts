import type { Trouble } from '#src/sync/index.ts';

/** What keeps calls from getting through, as a sentence without its full stop. */
export const troubleTitles: Record<Trouble, string> = { line: 'Нет подключения', server: 'Сбой на сервере' };

/** When what waits for it goes on, after «когда». */
export const troubleEnds: Record<Trouble, string> = {
  line: 'подключение вернётся',
  server: 'сервер снова заработает',
};
