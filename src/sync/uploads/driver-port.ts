import type { Failure } from '../http/outcome.ts';
import type { TokenSource } from '../http/token.ts';
import type { Server } from '../provider/server.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import type { Drive, EngineEvent } from './engine-types.ts';
import type { Hasher } from './hasher.ts';

import type { ChunkSource } from './source.ts';
import type { StageChange } from './stage-change.ts';
import type { Transport } from './transport.ts';
import type { UploadCalls } from './upload-calls.ts';

/** What a drive needs of the world: all of it is handed in. */
export interface DriverDeps {
  store: Store;
  calls: UploadCalls;
  session: TokenSource;
  transport: Transport;
  hash: Hasher;
  locks: Pick<LockManager, 'request'>;
  clock: Clock;
  /** Asks which server this is. */
  askServer(): Promise<Server>;
  newId(): string;
  /** A call got through, or did not. */
  onCall(through: boolean): void;
  /** It was answered that the server has no time for it, or fails. */
  onBusy(): void;
  onStage(change: StageChange): void;
  onChange(drive: Drive): void;
  /** The device has no room to keep the file: the tab must stay open. */
  onFull(): void;
}

/** The driver as the pieces that carry its effects out see it. */
export interface DriverPort {
  readonly deps: DriverDeps;
  readonly drive: Drive;
  readonly file: File | undefined;
  /** Digests that are being read, by chunk size and index. */
  readonly digests: Map<string, Promise<string>>;
  /** The chunk that was digested ahead: cutting a file waits for the browser, so it is cut once. */
  ahead: { index: number; chunkSize: number; source: ChunkSource } | undefined;
  /** Aborted when the driver lets go. */
  readonly signal: AbortSignal;
  dispatch(event: EngineEvent): void;
  /** Tells the engine that a call failed, and the rest of the app whether the connection is to blame. */
  fail(failure: Failure, index?: number): void;
}
