import { counted, retryWords } from '#src/format/index.ts';
import { type MutationState, type OutboxRow, undoableUntil } from '#src/sync/index.ts';

/** The unsent states in two words, for a mark. */
export const unsentStates: Record<Exclude<MutationState, 'sent'>, { words: string; tone: 'plain' | 'warn' | 'bad' }> = {
  waiting: { words: 'ожидает отправки', tone: 'plain' },
  failed: { words: 'не отправлено', tone: 'bad' },
  conflict: { words: 'конфликт версий', tone: 'bad' },
  unsure: { words: 'нужно решение', tone: 'warn' },
  unnamed: { words: 'нужно решение', tone: 'warn' },
};

/** Returns the words for an unsent state; undefined for what the server has. */
export function unsentWords(state: MutationState | undefined): string | undefined {
  return state === undefined || state === 'sent' ? undefined : unsentStates[state].words;
}

/** Shown in place of «сохранено» for what is not on the server yet. */
export const queuedWords = 'Сохранено на устройстве, ожидает отправки';

export interface MutationSituation {
  online: boolean;
  /** Epoch milliseconds. */
  now: number;
  /** The mutation that waits for the person and blocks this one. */
  heldBy?: OutboxRow | undefined;
}

/** Returns whether a mutation creates, changes or removes an entity. */
export function effectOf({ creates, request }: OutboxRow): 'creation' | 'change' | 'removal' {
  if (request.method === 'DELETE') return 'removal';
  return creates === undefined ? 'change' : 'creation';
}

/** Labels of the button that discards an unsent mutation: discarding a creation deletes the entity. */
export const discardVerbs = { creation: 'Удалить', change: 'Не отправлять', removal: 'Не удалять' } as const;

/** Returns the state of a mutation and what happens next, in words for people. */
export function mutationWords(row: OutboxRow, { online, now, heldBy }: MutationSituation): string {
  switch (row.state) {
    case 'sent':
      return 'Отправлено';
    case 'waiting':
      return waitingWords();
    case 'failed':
      return row.fault?.message ?? 'Сервер отклонил изменение.';
    case 'conflict':
      return 'Пока изменение ждало отправки, на сервере появилась другая версия. Решите, что оставить: ничего не потеряно.';
    case 'unsure':
      return 'Ответ сервера потерялся: неизвестно, получил ли он это. Проверьте, прежде чем отправлять ещё раз.';
    case 'unnamed':
      return 'Сервер это принял, но не сказал, под каким номером. Укажите, что из имеющегося на сервере создано вами.';
  }

  function waitingWords(): string {
    if (heldBy) return `Ждёт, пока не решено: ${heldBy.title}`;
    const left = Math.ceil(((undoableUntil(row, now) ?? now) - now) / 1000);
    if (left > 0) return `Можно отменить ещё ${counted(left, 'секунду', 'секунды', 'секунд')}`;
    if (!online) return 'Нет подключения · отправится само';
    if (row.nextAttemptAt !== null)
      return `${limitWords(row) ?? 'Сервер занят'} · ${retryWords(row.nextAttemptAt, now)}`;
    return row.begun ? 'Отправляется' : 'В очереди';
  }
}

/** Returns which limit was exceeded, without «Попробуйте снова через…», which is shown beside it. */
function limitWords({ fault }: OutboxRow): string | undefined {
  return fault?.message.split('. ', 1)[0];
}

/** Returns the server's messages about single fields that differ from its main message. */
export function fieldFaults({ fault }: OutboxRow): string[] {
  const messages = Object.values(fault?.fields ?? {});
  return [...new Set(messages)].filter((message) => message !== fault?.message);
}
