import { mutationWords, queuedWords } from '#src/data/queued/index.ts';
import { formatWhen } from '#src/format/index.ts';
import { errorWords, needsPerson, type OutboxRow } from '#src/sync/index.ts';
import type { SavePhase } from './agenda-autosave.ts';

interface SaveSituation {
  phase: SavePhase;
  /** Error of the phase «failed». */
  error?: unknown;
  /** The newest change of the question that is still in the outbox. */
  row: OutboxRow | undefined;
  /** Mutation that waits for the person and blocks that change. */
  heldBy: OutboxRow | undefined;
  online: boolean;
  /** Whether anything was typed since the question was opened. */
  wasTouched: boolean;
  /** Time at which an earlier visit typed the text that the form began with; undefined where it left none. */
  restoredAt: string | undefined;
}

interface SavedWords {
  words: string;
  /** Will change by itself soon: shown, but not announced to screen readers. */
  isPassing?: boolean;
  isBad?: boolean;
}

const passing: SavedWords = { words: 'Сохраняется…', isPassing: true };

/** Returns the save state of the open item in Russian words. */
export function savedWords({ phase, error, row, heldBy, online, wasTouched, restoredAt }: SaveSituation): SavedWords {
  if (phase === 'untitled') return { words: 'Не сохранено: впишите, о чём вопрос. Текст пока на этом устройстве.' };
  if (phase === 'invalid') {
    return { words: 'Не сохранено: исправьте отмеченное. Текст пока на этом устройстве.', isBad: true };
  }
  if (phase === 'failed') {
    const { title, words } = errorWords(error);
    return { words: `Не сохранено. ${title}. ${words}`, isBad: true };
  }
  if (row?.state === 'failed') {
    return { words: `Не сохранено. ${row.fault?.message ?? 'Сервер отклонил изменение'}`, isBad: true };
  }
  if (row?.state === 'conflict') return { words: 'Не сохранено: протокол изменили в другом месте.', isBad: true };
  const situation = { online, now: Date.now(), heldBy };
  if (row && needsPerson(row)) return { words: mutationWords(row, situation), isBad: true };
  if (phase === 'typed') return passing;
  if (row?.state === 'waiting') {
    if (heldBy) return { words: `Сохранено на устройстве. ${mutationWords(row, situation)}`, isBad: true };
    return online ? passing : { words: queuedWords };
  }
  if (restoredAt) return { words: `Сохранено: восстановлен текст, набранный ${formatWhen(restoredAt, 'в ')}` };
  return { words: wasTouched ? 'Сохранено' : 'Изменения сохраняются сами' };
}
