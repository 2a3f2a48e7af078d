import type { OfflineReason } from '#src/sync/index.ts';

/** What keeps calls from getting through, as a sentence without its full stop. */
export const offlineTitles: Record<OfflineReason, string> = { network: 'Нет подключения', server: 'Сбой на сервере' };

/** When what waits for it goes on, after «когда». */
export const offlineEnds: Record<OfflineReason, string> = {
  network: 'подключение вернётся',
  server: 'сервер снова заработает',
};
