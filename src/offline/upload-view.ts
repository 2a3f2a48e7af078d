import { countOf, type Ranges } from './ranges.ts';
import { acknowledgedBytes, chunkLength, type UploadFault, type UploadRow, type UploadState } from './upload-row.ts';

/** One upload as a screen shows it. Bytes, seconds, epoch milliseconds. */
export interface UploadView {
  id: string;
  protocolId: string;
  name: string;
  size: number;
  state: UploadState;
  /** Safe at the server. */
  acknowledgedBytes: number;
  /** Acknowledged and under way; never falls. */
  sentBytes: number;
  acknowledgedChunks: number;
  totalChunks: number;
  bytesPerSecond: number;
  /** Null while it cannot be told. */
  secondsLeft: number | null;
  /** All that is not yet at the server is kept on this device: the tab may be closed. */
  staged: boolean;
  /** The device has no room: what is left is only in the chosen file, which this tab alone can read. */
  keepTabOpen: boolean;
  error?: UploadFault;
  nextAttemptAt?: number;
}

/** What a drive knows of an upload beyond its row. */
export interface LiveUpload {
  flight: Readonly<Record<number, number>>;
  staged: Ranges;
  stagingFailed: boolean;
  bytesPerSecond: number;
}

export const atRest: LiveUpload = { flight: {}, staged: [], stagingFailed: false, bytesPerSecond: 0 };

/** Shows a row; `before` is the view that it replaces, so that the progress never falls. */
export function viewOf(row: UploadRow, live: LiveUpload = atRest, before?: UploadView): UploadView {
  const acknowledged = acknowledgedBytes(row);
  const underWay = Object.entries(live.flight).reduce(
    (sum, [index, sent]) => sum + Math.min(sent, chunkLength(row, Number(index))),
    0,
  );
  const sentBytes = Math.min(row.size, Math.max(acknowledged + underWay, before?.sentBytes ?? 0));
  const moving = row.state === 'uploading' && live.bytesPerSecond > 0;
  const staged = isStaged(row, live.staged);
  return {
    id: row.id,
    protocolId: row.protocolId,
    name: row.name,
    size: row.size,
    state: row.state,
    acknowledgedBytes: acknowledged,
    sentBytes,
    acknowledgedChunks: countOf(row.acknowledged),
    totalChunks: row.total,
    bytesPerSecond: moving ? live.bytesPerSecond : 0,
    secondsLeft: moving ? Math.ceil((row.size - acknowledged - underWay) / live.bytesPerSecond) : null,
    staged,
    keepTabOpen: live.stagingFailed && !staged,
    ...(row.lastError ? { error: row.lastError } : {}),
    ...(row.nextAttemptAt === null ? {} : { nextAttemptAt: row.nextAttemptAt }),
  };
}

function isStaged(row: UploadRow, staged: Ranges): boolean {
  const pieces = Math.ceil(row.size / row.pieceSize);
  const ratio = row.pieceSize / row.chunkSize;
  for (const [first, last] of gaps(staged, pieces)) {
    if (!covers(row.acknowledged, first * ratio, Math.min(row.total, (last + 1) * ratio) - 1)) return false;
  }
  return true;
}

function gaps(ranges: Ranges, total: number): Ranges {
  const starts = [0, ...ranges.map(([, last]) => last + 1)];
  const ends = [...ranges.map(([first]) => first - 1), total - 1];
  return starts
    .map((start, place): [number, number] => [start, ends[place] ?? start])
    .filter(([first, last]) => first <= last);
}

function covers(ranges: Ranges, first: number, last: number): boolean {
  return ranges.some((range) => range[0] <= first && range[1] >= last);
}
