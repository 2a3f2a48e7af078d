import type { OfflineReason } from '#src/sync/index.ts';

/** Why calls do not get through, as a sentence without its full stop. */
export const offlineTitles: Record<OfflineReason, string> = { network: 'Нет подключения', server: 'Сбой на сервере' };

/** When waiting work continues: the words after «когда». */
export const offlineEnds: Record<OfflineReason, string> = {
  network: 'подключение вернётся',
  server: 'сервер снова заработает',
};
