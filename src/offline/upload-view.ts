import { countOf } from './ranges.ts';
import { acknowledgedBytes, chunkLength, type UploadFault, type UploadRow, type UploadState } from './upload-row.ts';

/** An upload as screens show it. */
export interface UploadView {
  id: string;
  protocolId: string;
  name: string;
  /** Bytes. */
  size: number;
  state: UploadState;
  acknowledgedBytes: number;
  /** Acknowledged and under way; never goes back. */
  sentBytes: number;
  acknowledgedChunks: number;
  totalChunks: number;
  bytesPerSecond: number;
  secondsLeft: number | null;
  /** All that is not yet at the server is safe on this device: the tab may be closed. */
  staged: boolean;
  /** The device has no room: the tab must stay open. */
  keepTabOpen: boolean;
  error?: UploadFault;
  /** Epoch milliseconds. */
  nextAttemptAt?: number;
}

export interface Live {
  flight: Readonly<Record<number, number>>;
  staged: readonly number[];
}

/** Puts a view together. `best` is what was shown before, `bytesPerSecond` what the meter says. */
export function viewOf(
  row: UploadRow,
  live: Live,
  shown: { best: number; bytesPerSecond: number; full: boolean },
): UploadView {
  const acknowledged = acknowledgedBytes(row);
  const underWay = Object.entries(live.flight).reduce(
    (sum, [index, sent]) => sum + Math.min(sent, chunkLength(row, Number(index))),
    0,
  );
  const sentBytes = Math.min(row.size, Math.max(shown.best, acknowledged + underWay));
  const moving = row.state === 'uploading' && shown.bytesPerSecond > 0;
  const count = countOf(row.acknowledged);
  return {
    id: row.id,
    protocolId: row.protocolId,
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
    ...(row.lastError && { error: row.lastError }),
    ...(row.nextAttemptAt !== null && { nextAttemptAt: row.nextAttemptAt }),
  };
}
