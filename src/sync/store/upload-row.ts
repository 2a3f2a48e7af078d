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
  /** The upload's name at the server; a new one after the server dropped the old. */
  uploadId: string;
  ownerId: string;
  protocolId: string;
  name: string;
  type: string;
  size: number;
  lastModified: number;
  /** Bytes of a chunk; a plain provider that refuses so much at once gets a half, a quarter… */
  chunkSize: number;
  /** How many chunks that makes. */
  total: number;
  state: UploadState;
  /** Whether anything was sent under this `uploadId`: the server has heard of no other. */
  begun: boolean;
  acknowledged: Ranges;
  /** SHA-256 of the chunks that were read so far, in hex, by index; kept until done, to know the file again. */
  hashes: (string | null)[];
  /** Failures in a row: what the backoff grows with. */
  attempt: number;
  nextAttemptAt: number | null;
  lastError: UploadFault | null;
  /** Set with the last acknowledgement: when processing is to be started. */
  processAt: number | null;
  processed: boolean;
  createdAt: number;
  /** The recording whose place it takes, as a person has confirmed it; else it goes after all. */
  insteadOf?: string;
  /** The recording that it ran beside, as a person has said; and whose voice alone is in it. */
  besideId?: string;
  speaker?: string;
  /** The person was told that the recordings before it stay. */
  keeps?: true | undefined;
  /** It was recorded here: there is no file to choose again, so that its chunks stay until all of it is done. */
  recorded?: true;
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

/** Whether nothing of it is left to do, for anybody. */
export function isOver({ state }: Pick<UploadRow, 'state'>): boolean {
  return state === 'done' || state === 'cancelled';
}

/** Whether every chunk is safe at the server. */
export function isComplete(row: UploadRow): boolean {
  return countOf(row.acknowledged) === row.total;
}

/** Bytes of one chunk: all are equal but the last. */
export function chunkLength(row: Pick<UploadRow, 'size' | 'chunkSize' | 'total'>, index: number): number {
  return index < row.total - 1 ? row.chunkSize : row.size - row.chunkSize * (row.total - 1);
}

/** Bytes of the acknowledged chunks. */
export function acknowledgedBytes(row: UploadRow): number {
  const count = countOf(row.acknowledged);
  const last = row.acknowledged.at(-1);
  const holdsLast = last !== undefined && last[1] === row.total - 1;
  return holdsLast ? (count - 1) * row.chunkSize + chunkLength(row, row.total - 1) : count * row.chunkSize;
}

/** The same, cut into chunks of half the size. */
export function halved(row: UploadRow): UploadRow {
  const chunkSize = row.chunkSize / 2;
  const total = Math.ceil(row.size / chunkSize);
  return { ...row, chunkSize, total, hashes: new Array<null>(total).fill(null) };
}
