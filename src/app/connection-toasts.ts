import { onlineManager } from '@tanstack/react-query';
import type { Role } from '#contract/role-names.ts';
import { offlineEnds, offlineTitles } from '#src/features/connection/index.ts';
import { countQueue, totalOf } from '#src/features/queue/index.ts';
import {
  connectivity,
  createConnectionNews,
  isOnItsWay,
  type OfflineReason,
  outbox,
  systemClock,
  uploads,
} from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';

let reader: Role = 'external';
const news = createConnectionNews(systemClock(), (online) => (online ? announceOnline() : announceOffline(reader)));

/** Makes queries wait for the connection; called before the first query. */
export function pauseQueriesOffline(): void {
  onlineManager.setEventListener((setOnline) => connectivity.subscribe(() => setOnline(connectivity.isOnline())));
  onlineManager.setOnline(connectivity.isOnline());
}

/** Shows a toast when the connection is lost and when it returns. */
export function followConnection(role: Role): () => void {
  reader = role;
  news.begin(connectivity.isOnline());
  const unsubscribe = connectivity.subscribe(() => news.hear(connectivity.isOnline()));
  return () => {
    unsubscribe();
    news.end();
  };
}

/** Reason given in the last offline toast. */
let lastReason: OfflineReason | undefined;

function announceOnline(): void {
  const { sending } = countQueue(outbox.list(), uploads.list(), true);
  // The toast stays for a while, so its words must still hold once everything is sent.
  const detail = totalOf(sending) > 0 ? 'Отправка возобновлена' : undefined;
  showToast(lastReason === 'server' ? 'Сервер снова работает' : 'Подключение восстановлено', { detail });
}

/** What works offline depends on the role: people can be administered only online. */
function announceOffline(role: Role): void {
  lastReason = connectivity.offlineReason() ?? 'network';
  const what = lastReason === 'server' ? offlineTitles.server : 'Вы офлайн';
  if (role === 'admin' || role === 'manager') {
    const rest =
      lastReason === 'server' ? 'Остальное\u00A0— когда сервер снова заработает.' : 'Для остального нужно подключение.';
    const own = role === 'manager' ? 'Отчёты о поручениях, ответы на приглашения и изменения' : 'Изменения';
    showToast(what, { detail: `${own} своего профиля сохраняются на устройстве. ${rest}`, tone: 'warn' });
    return;
  }
  showToast(`${what}. Изменения сохраняются на устройстве`, { detail: videoWords(lastReason), tone: 'warn' });
}

function videoWords(offlineReason: OfflineReason): string | undefined {
  const running = uploads.list().filter(isOnItsWay);
  if (running.some(({ keepTabOpen }) => keepTabOpen)) {
    return 'Держите вкладку открытой: видео не поместилось на устройство.';
  }
  return running.length > 0 ? `Загрузка видео продолжится сама, когда ${offlineEnds[offlineReason]}.` : undefined;
}
