import { countOf } from '../store/ranges.ts';
import {
  acknowledgedBytes,
  chunkLength,
  isResting,
  type UploadFault,
  type UploadRow,
  type UploadState,
} from '../store/upload-row.ts';

/** An upload as screens show it. */
export interface UploadView {
  id: string;
  /** Its name at the server. */
  uploadId: string;
  protocolId: string;
  /** Id of the recording that it replaces. */
  insteadOf?: string;
  name: string;
  /** Bytes. */
  size: number;
  state: UploadState;
  acknowledgedBytes: number;
  /**
   * Acknowledged bytes and those under way; it never decreases while the upload moves or tries to. At rest: bytes that
   * the server certainly has.
   */
  sentBytes: number;
  acknowledgedChunks: number;
  totalChunks: number;
  bytesPerSecond: number;
  secondsLeft: number | null;
  /** All that is not yet at the server is safe on this device: the tab may be closed. */
  staged: boolean;
  /** The device has no room: the tab must stay open. */
  keepTabOpen: boolean;
  /** It was recorded here: this device alone has it. */
  recorded?: true;
  error?: UploadFault;
  /** Epoch milliseconds. */
  nextAttemptAt?: number;
  /** When its processing begins, once every chunk is at the server. Epoch milliseconds. */
  processAt?: number;
}

export interface Live {
  flight: Readonly<Record<number, number>>;
  partial: Readonly<Record<number, number>>;
  staged: readonly number[];
}

/** Returns the bytes that are acknowledged, kept of interrupted chunks, or under way. */
export function sentBytesOf(row: UploadRow, { flight, partial }: Pick<Live, 'flight' | 'partial'>): number {
  return Object.entries({ ...partial, ...flight }).reduce(
    (sum, [index, bytes]) => sum + Math.min(bytes, chunkLength(row, Number(index))),
    acknowledgedBytes(row),
  );
}

/** Builds a view. `best` is the number of bytes shown before, `bytesPerSecond` the measured speed. */
export function viewOf(
  row: UploadRow,
  live: Live,
  shown: { best: number; bytesPerSecond: number; full: boolean },
): UploadView {
  const acknowledged = acknowledgedBytes(row);
  const sent = sentBytesOf(row, live);
  const sentBytes = Math.min(row.size, isResting(row.state) ? sent : Math.max(shown.best, sent));
  const moving = row.state === 'uploading' && shown.bytesPerSecond > 0;
  const count = countOf(row.acknowledged);
  return {
    id: row.id,
    uploadId: row.uploadId,
    protocolId: row.protocolId,
    ...(row.insteadOf !== undefined && { insteadOf: row.insteadOf }),
    name: row.name,
    size: row.size,
    state: row.state,
    acknowledgedBytes: acknowledged,
    sentBytes,
    acknowledgedChunks: count,
    totalChunks: row.total,
    bytesPerSecond: moving ? shown.bytesPerSecond : 0,
    secondsLeft: moving ? Math.ceil((row.size - sentBytes) / shown.bytesPerSecond) : null,
    staged: live.staged.length + count >= row.total,
    keepTabOpen: shown.full && count < row.total,
    ...(row.recorded && { recorded: row.recorded }),
    ...(row.lastError && { error: row.lastError }),
    ...(row.nextAttemptAt !== null && { nextAttemptAt: row.nextAttemptAt }),
    ...(row.processAt !== null && { processAt: row.processAt }),
  };
}

/**
 * The specification's upload progress map: protocol id → progress, 0 to 1. Of several uploads to one protocol the last
 * one counts.
 */
export function progressByProtocol(views: readonly UploadView[]): ReadonlyMap<string, number> {
  return new Map(
    views
      .filter((view) => view.state !== 'cancelled' && view.state !== 'cancelling')
      .map((view) => [view.protocolId, view.state === 'done' ? 1 : view.sentBytes / view.size]),
  );
}
