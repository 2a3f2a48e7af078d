import { useOfflineReason } from '#src/sync/index.ts';

/** Returns why something that only the server can do has to wait, in words; null while calls get through. */
export function useOfflineNote(): string | null {
  const offlineReason = useOfflineReason();
  if (!offlineReason) return null;
  return offlineReason === 'server'
    ? 'Это делает сервер, а на нём сбой. Кнопка заработает, когда он пройдёт.'
    : 'Нужно подключение: это делает сервер. Кнопка заработает, когда оно вернётся.';
}
