import { offlineTitles } from '#src/features/connection/index.ts';
import type { OfflineReason } from '#src/sync/index.ts';
import { type QueueCount, queueWords, sumOf, totalOf } from './queue-count.ts';

export type QueueState = 'online' | 'offline' | 'sending' | 'waiting' | 'attention';

/** Combined state of the connection and the queue, as the indicator shows it. */
export interface QueueStatus {
  state: QueueState;
  /** One word for the navigation rail. */
  caption: string;
  /** Full description; sentences without the last full stop. */
  words: string;
  /** Number of all unsent things. */
  total: number;
}

/** Returns the most important state: a decision of the person first, then the connection, then what is being sent. */
export function queueStatus(count: QueueCount, offlineReason: OfflineReason | undefined, isRead = true): QueueStatus {
  const { sending, waiting, attention } = count;
  const total = totalOf(sumOf(sending, waiting, attention));
  const words =
    [offlineReason ? offlineTitles[offlineReason] : '', queueWords(count), isRead ? '' : unreadWords]
      .filter(Boolean)
      .join('. ') || 'Подключение есть, всё отправлено';
  const state = stateOf();
  return { state, caption: state === 'offline' && offlineReason === 'server' ? 'Сбой' : captions[state], words, total };

  function stateOf(): QueueState {
    if (totalOf(attention) > 0) return 'attention';
    if (offlineReason) return 'offline';
    if (totalOf(sending) > 0) return 'sending';
    return totalOf(waiting) > 0 || !isRead ? 'waiting' : 'online';
  }
}

/** Words while the device has not answered: it may hold unsent mutations. */
export const unreadWords = 'Очередь отправки ещё не прочитана';

const captions: Record<QueueState, string> = {
  online: 'На связи',
  offline: 'Нет связи',
  sending: 'Отправка',
  waiting: 'Ожидание',
  attention: 'Внимание',
};
