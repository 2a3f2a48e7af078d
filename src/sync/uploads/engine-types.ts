import type { Failure } from '../http/outcome.ts';
import type { Ranges } from '../store/ranges.ts';
import type { UploadFault, UploadRow } from '../store/upload-row.ts';
import type { Pace } from './pace.ts';

/** An upload that is being driven: its durable row, and what lives only as long as the drive. */
export interface Drive {
  row: UploadRow;
  /** Chunks under way: index → number of its bytes that the server had before, plus those sent since. */
  flight: Readonly<Record<number, number>>;
  /** Interrupted chunks: index → number of bytes that the server holds, by its last answer. */
  partial: Readonly<Record<number, number>>;
  pace: Pace;
  /** Number of resyncs in a row without progress. */
  conflicts: number;
  /** Number of chunks in a row that arrived corrupted. */
  corruptions: number;
  /** Staged chunks that the server does not have. */
  staged: readonly number[];
  /** Whether this browser process holds the file itself. */
  hasFile: boolean;
  /** Whether the provider lacks our extras: it cannot tell which chunks it has. */
  isPlainProvider: boolean;
  verified: boolean;
  /** No new chunk is begun: the worker's time is up. */
  draining: boolean;
}

export type EngineEvent =
  | { type: 'start' }
  | {
      type: 'synced';
      isPlainProvider: boolean;
      /** What the server holds; a plain provider cannot tell. */
      received?: Ranges | undefined;
      partial?: Drive['partial'] | undefined;
      state?: 'rejected' | 'cancelled' | 'unknown' | undefined;
      /** Why it was rejected, in the server's words. */
      reason?: string | undefined;
      newUploadId: string;
      now: number;
    }
  | { type: 'hashed'; index: number; sha256: string }
  | { type: 'staged'; index: number }
  | { type: 'halved' }
  | { type: 'progress'; index: number; sent: number }
  | { type: 'acknowledged'; index: number; now: number }
  | { type: 'failed'; index?: number; failure: Failure; now: number; random: number }
  | { type: 'source-lost'; index: number; from: 'file' | 'staged' }
  /** The server has assembled the file; where it differs from ours, it is sent anew under `newUploadId`. */
  | { type: 'verified'; agrees: boolean; newUploadId: string }
  /** The server has the protocol under another id than this device. */
  | { type: 'protocol-renamed'; protocolId: string }
  | { type: 'process-due' }
  | { type: 'processed' }
  /** The server has the file, and will not process it. */
  | { type: 'process-refused'; fault: UploadFault }
  | { type: 'online' }
  | { type: 'timer' }
  | { type: 'drain' }
  | { type: 'pause' }
  /** `fillsGaps`: with zeros in place of what the device could not read. */
  | { type: 'resume'; fillsGaps?: true }
  | { type: 'cancel' }
  | { type: 'cancelled' };

export type Effect =
  | { type: 'save' }
  /** Saves within a moment, together with other changes: after a crash the server or the file can supply them. */
  | { type: 'save-soon' }
  | { type: 'sync' }
  | { type: 'send'; index: number }
  /** Breaks off every chunk under way. */
  | { type: 'abort' }
  /** Drops a staged chunk that the server has. */
  | { type: 'unstage'; index: number }
  /** Drops all staged chunks: the upload has another chunk size now. */
  | { type: 'unstage-all' }
  /** Cuts all staged chunks, and the row with them, to half the size. */
  | { type: 'halve' }
  | { type: 'wait'; until: number }
  | { type: 'verify' }
  | { type: 'process-at'; at: number }
  | { type: 'process' }
  | { type: 'announce'; stage: 'video_uploaded' | 'video_process'; refusal?: string }
  | { type: 'cancel' }
  /** Removes the row and its chunks. */
  | { type: 'drop' };

export interface Step {
  drive: Drive;
  effects: Effect[];
}
