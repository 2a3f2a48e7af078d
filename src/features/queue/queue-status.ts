import { offlineTitles } from '#src/features/connection/index.ts';
import type { OfflineReason } from '#src/sync/index.ts';
import { type QueueCount, queueWords, sumOf, totalOf } from './queue-count.ts';

export type QueueState = 'online' | 'offline' | 'sending' | 'waiting' | 'attention';

/** The connection and the queue in one: what the indicator shows and says. */
export interface QueueStatus {
  state: QueueState;
  /** In a word, for the rail. */
  caption: string;
  /** In full; sentences without the last full stop. */
  words: string;
  /** How many things are unsent in all. */
  total: number;
}

/** What matters most comes first: a decision that only the person can make, then the connection, then what is on its way. */
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

/** The device did not answer yet: what it holds may be unsent. */
export const unreadWords = 'Очередь отправки ещё не прочитана';

const captions: Record<QueueState, string> = {
  online: 'На связи',
  offline: 'Нет связи',
  sending: 'Отправка',
  waiting: 'Ожидание',
  attention: 'Внимание',
};
