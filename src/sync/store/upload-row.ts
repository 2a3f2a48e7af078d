import { countOf, type Ranges } from './ranges.ts';

export const uploadStates = [
  'queued',
  'syncing',
  'uploading',
  'verifying',
  'done',
  'wait-net',
  'wait-auth',
  'wait-server',
  'paused',
  'needs-file',
  'failed',
  'cancelling',
  'cancelled',
] as const;
export type UploadState = (typeof uploadStates)[number];

/** Why an upload does not go on, in words for the person. */
export interface UploadFault {
  code: string;
  message: string;
}

/** One upload as IndexedDB keeps it: all that a new browser process needs to go on. Times are epoch milliseconds. */
export interface UploadRow {
  id: string;
  /** Id of the upload at the server; a new one after the server dropped the old. */
  uploadId: string;
  ownerId: string;
  protocolId: string;
  name: string;
  type: string;
  size: number;
  lastModified: number;
  /** Size of a chunk in bytes; halved, and again, for a plain provider that refuses chunks of this size. */
  chunkSize: number;
  /** Number of chunks. */
  total: number;
  state: UploadState;
  /** Whether anything was sent under this `uploadId`; otherwise the server does not know it. */
  begun: boolean;
  acknowledged: Ranges;
  /** SHA-256, in hex, of the chunks read so far, by index; kept until done, to recognise the file. */
  hashes: (string | null)[];
  /** Number of failures in a row, by which the backoff grows. */
  attempt: number;
  nextAttemptAt: number | null;
  lastError: UploadFault | null;
  /** When processing is to be started; set with the last acknowledgement. */
  processAt: number | null;
  processed: boolean;
  createdAt: number;
  /** Id of the recording that it replaces, as a person confirmed; else it goes after all others. */
  insteadOf?: string;
  /** Id of the recording that it ran beside, and the only speaker in it, as a person said. */
  besideId?: string;
  speaker?: string;
  /** It is added to the recordings before it, which stay: the person agreed, or another upload was under way. */
  keeps?: true | undefined;
  /** It was recorded here: there is no file to choose again, so that its chunks stay until all of it is done. */
  recorded?: true;
  /** Chunks of a recording made here that the device could not read when its upload stopped. */
  unreadable?: readonly number[] | undefined;
  /** Those of them for which the person agreed that zeros are sent, if they still cannot be read. */
  gaps?: readonly number[];
}

/** States in which nothing happens until a person or a sign-in acts. */
const resting: readonly UploadState[] = ['paused', 'needs-file', 'failed', 'wait-auth', 'done', 'cancelled'];

export function isResting(state: UploadState): boolean {
  return resting.includes(state);
}

/** Whether there is something to do for it, here or in the worker. */
export function isOnItsWay({ state }: Pick<UploadRow, 'state'>): boolean {
  return !isResting(state);
}

/** Whether no work is left for it, for anybody. */
export function isOver({ state }: Pick<UploadRow, 'state'>): boolean {
  return state === 'done' || state === 'cancelled';
}

/** Whether the server has every chunk. */
export function isComplete(row: UploadRow): boolean {
  return countOf(row.acknowledged) === row.total;
}

/** Bytes of one chunk: all are equal but the last. */
export function chunkLength(row: Pick<UploadRow, 'size' | 'chunkSize' | 'total'>, index: number): number {
  return index < row.total - 1 ? row.chunkSize : row.size - row.chunkSize * (row.total - 1);
}

/** Returns the size of the acknowledged chunks, in bytes. */
export function acknowledgedBytes(row: UploadRow): number {
  const count = countOf(row.acknowledged);
  const last = row.acknowledged.at(-1);
  const holdsLast = last !== undefined && last[1] === row.total - 1;
  return holdsLast ? (count - 1) * row.chunkSize + chunkLength(row, row.total - 1) : count * row.chunkSize;
}

/** Returns the row of the same upload, cut into chunks of half the size. */
export function halved(row: UploadRow): UploadRow {
  const chunkSize = row.chunkSize / 2;
  const total = Math.ceil(row.size / chunkSize);
  const gaps = row.gaps?.flatMap((index) => [2 * index, 2 * index + 1].filter((at) => at < total));
  return { ...row, chunkSize, total, hashes: new Array<null>(total).fill(null), ...(gaps && { gaps }) };
}
