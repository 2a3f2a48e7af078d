import { counted } from '#src/format/index.ts';
import { blockedMutations, needsPerson, type OutboxRow, type UploadView } from '#src/sync/index.ts';

/** Number of unsent changes and videos. */
export interface UnsentCount {
  changes: number;
  videos: number;
}

/** What the server does not have yet, by its state. */
export interface QueueCount {
  /** Being sent, or next in turn. */
  sending: UnsentCount;
  /** Waits for the connection, the server or an earlier mutation, or is paused. */
  waiting: UnsentCount;
  /** Needs a decision of the person. */
  attention: UnsentCount;
}

const moving: readonly string[] = ['queued', 'syncing', 'uploading', 'verifying'];
const stuck: readonly string[] = ['failed', 'needs-file'];

/** Counts what is unsent; uploads that are done or cancelled do not count. */
export function countQueue(queued: readonly OutboxRow[], uploads: readonly UploadView[], online: boolean): QueueCount {
  const count: QueueCount = { sending: none(), waiting: none(), attention: none() };
  const held = blockedMutations(queued);
  for (const row of queued) {
    if (row.state === 'sent') continue;
    if (needsPerson(row)) count.attention.changes += 1;
    else if (!online || isLater(row) || held.has(row.id)) count.waiting.changes += 1;
    else count.sending.changes += 1;
  }
  for (const upload of uploads) {
    if (!isUnsent(upload)) continue;
    if (stuck.includes(upload.state)) count.attention.videos += 1;
    else if (online && moving.includes(upload.state)) count.sending.videos += 1;
    else count.waiting.videos += 1;
  }
  return count;
}

/** Whether a mutation waits for its time: for the next attempt, or for the end of the undo period. */
function isLater({ nextAttemptAt, notBefore, begun }: OutboxRow): boolean {
  return nextAttemptAt !== null || (notBefore !== undefined && !begun);
}

/** Whether an upload is still to be completed on the server. */
export function isUnsent({ state }: Pick<UploadView, 'state'>): boolean {
  return state !== 'done' && state !== 'cancelling' && state !== 'cancelled';
}

export function sumOf(...parts: UnsentCount[]): UnsentCount {
  return parts.reduce((sum, { changes, videos }) => {
    return { changes: sum.changes + changes, videos: sum.videos + videos };
  }, none());
}

export function totalOf({ changes, videos }: UnsentCount): number {
  return changes + videos;
}

/** Returns «2 изменения и 1 видео»; '' for nothing. */
function unsentWords({ changes, videos }: UnsentCount, and = ' и '): string {
  return [
    changes > 0 ? counted(changes, 'изменение', 'изменения', 'изменений') : '',
    videos > 0 ? counted(videos, 'видео', 'видео', 'видео') : '',
  ]
    .filter(Boolean)
    .join(and);
}

/** Returns everything unsent and its state in sentences, without the last full stop; '' for nothing. */
export function queueWords({ sending, waiting, attention }: QueueCount): string {
  return [
    totalOf(attention) > 0 ? `Нужно ваше решение: ${unsentWords(attention, ', ')}` : '',
    totalOf(sending) > 0 ? `Отправляется: ${unsentWords(sending, ', ')}` : '',
    totalOf(waiting) > 0 ? waitingWords(waiting) : '',
  ]
    .filter(Boolean)
    .join('. ');
}

/** Returns «Ждёт отправки: 1 видео», «Ждут отправки: 2 изменения и 1 видео». */
function waitingWords(unsent: UnsentCount): string {
  return `${totalOf(unsent) === 1 ? 'Ждёт' : 'Ждут'} отправки: ${unsentWords(unsent)}`;
}

function none(): UnsentCount {
  return { changes: 0, videos: 0 };
}
