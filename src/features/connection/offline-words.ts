import { type OfflineReason, useOfflineReason } from '#src/sync/index.ts';

/** Why calls do not get through, as a sentence without its full stop. */
export const offlineTitles: Record<OfflineReason, string> = { network: 'Нет подключения', server: 'Сбой на сервере' };

/** When waiting work continues: the words after «когда». */
export const offlineEnds: Record<OfflineReason, string> = {
  network: 'подключение вернётся',
  server: 'сервер снова заработает',
};

/** Returns why something that only the server can do has to wait, in words; null while calls get through. */
export function useOfflineNote(): string | null {
  const offlineReason = useOfflineReason();
  if (!offlineReason) return null;
  return offlineReason === 'server'
    ? 'Это делает сервер, а на нём сбой. Кнопка заработает, когда он пройдёт.'
    : 'Нужно подключение: это делает сервер. Кнопка заработает, когда оно вернётся.';
}
