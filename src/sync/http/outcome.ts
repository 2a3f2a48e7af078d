import type { UploadFault } from '../store/upload-row.ts';

/** Why a call brought no acknowledgement, in the terms that decide what is done next (offline.md, «Who moves the bytes»). */
export type Failure =
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'server'; retryAfterMs: number }
  /** The server cannot take it now: its disk is full, or another upload to the protocol is open. */
  | { kind: 'wait'; afterMs: number; fault: UploadFault }
  | { kind: 'conflict'; fault: UploadFault }
  | { kind: 'corrupt'; fault: UploadFault }
  /** The rest of a chunk was sent, but the server no longer holds its beginning. */
  | { kind: 'rest-unknown' }
  | { kind: 'too-large'; fault: UploadFault }
  | { kind: 'refused'; fault: UploadFault }
  | { kind: 'signed-out' };

/** Outcome of a call. */
export type Outcome<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: Failure };
