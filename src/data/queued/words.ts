import { counted, retryWords } from '#src/format/index.ts';
import { type MutationState, type OutboxRow, undoableUntil } from '#src/sync/index.ts';

/** The state of what is unsent in two words, for a mark. */
export const unsentStates: Record<Exclude<MutationState, 'sent'>, { words: string; tone: 'plain' | 'warn' | 'bad' }> = {
  waiting: { words: 'ожидает отправки', tone: 'plain' },
  failed: { words: 'не отправлено', tone: 'bad' },
  conflict: { words: 'конфликт версий', tone: 'bad' },
  unsure: { words: 'нужно решение', tone: 'warn' },
  unnamed: { words: 'нужно решение', tone: 'warn' },
};

/** The same where a mark may not be needed: undefined of what the server has. */
export function unsentWords(state: MutationState | undefined): string | undefined {
  return state === undefined || state === 'sent' ? undefined : unsentStates[state].words;
}

/** Said where a screen says «сохранено», of what is not with the server yet. */
export const queuedWords = 'Сохранено на устройстве, ожидает отправки';

export interface MutationSituation {
  online: boolean;
  /** Epoch milliseconds. */
  now: number;
  /** The mutation that waits for the person and holds this one up. */
  heldBy?: OutboxRow | undefined;
}

/** What becomes of the thing: it is made, changed or deleted. */
export function effectOf({ creates, request }: OutboxRow): 'creation' | 'change' | 'removal' {
  if (request.method === 'DELETE') return 'removal';
  return creates === undefined ? 'change' : 'creation';
}

/** The button that drops an unsent mutation: only what was made here is deleted with it. */
export const discardVerbs = { creation: 'Удалить', change: 'Не отправлять', removal: 'Не удалять' } as const;

/** Where a mutation is and what comes next, in the reader's words. */
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

/** What there was too much of, without «Попробуйте снова через…»: that is said beside it. */
function limitWords({ fault }: OutboxRow): string | undefined {
  return fault?.message.split('. ', 1)[0];
}

/** What the server said of single fields, beyond its message. */
export function fieldFaults({ fault }: OutboxRow): string[] {
  const messages = Object.values(fault?.fields ?? {});
  return [...new Set(messages)].filter((message) => message !== fault?.message);
}
